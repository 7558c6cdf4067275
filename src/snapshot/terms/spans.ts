/** Reads for how long a program pays. */
import { words } from './words.ts';

export interface Span {
	readonly months: number | null;
	readonly lifetime: boolean;
}

const COUNTS: { readonly [word: string]: number } = {
	...{ one: 1, first: 1, '1st': 1, full: 1, entire: 1, whole: 1, second: 1, third: 1, '2nd': 1, '3rd': 1 },
	...{ two: 2, three: 3, four: 4, five: 5, six: 6, nine: 9, ten: 10, twelve: 12, eighteen: 18 },
};
const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(COUNTS).join('|')}|(?:for|in|within|of|throughout) an?)`;

/** Matches "12 months", "first year" and "year 1", but not "after 12 months" and "12-month plan". */
const SPAN = new RegExp(
	String.raw`(?<!\b(?:after|beyond|every|per|each|last|past|previous|until|than) (?:the )?(?:first )?)\b${COUNT}(?: full| calendar)?[\s-]?(?:(?<year>years?|yrs?)|months?|mos?)\b(?!['’]?s?[\s-](?:payment )?(?:plans?|contracts?|cookies?|delay|attribution|window|minimum|trial))(?!(?<=\d[\s-](?:month|year)) (?:subscription|membership))|\byear[\s-](?<nth>\d|one)\b|\bfor (?:the first )?(?<days>\d{2,3}) days\b`,
	'gi',
);
const LIFETIME = words(
	String.raw`life[\s-]?time(?![\s-](?:deal|cookie|plan|licen|access|attribution|purchase))`,
	'(?:for|entire|full|whole) life|life of|forever|perpetuity|indefinite(?:ly)?|no time limit|as long as',
	String.raw`while (?:\w{1,12} ){0,2}(?:customer|client|user|account)s? (?:pays?|stays?|remains?|is|are)`,
);

/** Matches "cookies that last for 90 days". */
const COOKIE = /\bcookies?\b[^.;,()]{0,40}/gi;

/** Returns the first duration in the text, or null if there is none. "First 12 months of a lifetime" is 12 months. */
export function spanIn(text: string): Span | null {
	return spansIn(text)[0] ?? null;
}

/** Returns all durations in the text, numbers of months first. */
export function spansIn(text: string): Span[] {
	const spans: Span[] = [];
	for (const { groups } of text.replace(COOKIE, 'cookie').matchAll(SPAN)) {
		const { count, year, nth, days } = groups!;
		if (days || nth) {
			spans.push({ months: nth ? 12 : Math.max(1, Math.round(Number(days) / 30)), lifetime: false });
			continue;
		}
		const isDigits = /^\d/.test(count!);
		const number = isDigits ? Number.parseInt(count!, 10) : (COUNTS[count!.toLowerCase()] ?? 1);
		// A share of the first month is paid once.
		if (!year && !isDigits && number === 1) continue;
		if (number > 0) spans.push({ months: number * (year ? 12 : 1), lifetime: false });
	}
	if (LIFETIME.test(text)) spans.push({ months: null, lifetime: true });
	return spans;
}
