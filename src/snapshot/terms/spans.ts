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
const COUNT = String.raw`(?<count>\d{1,3}(?:\.5)?|${Object.keys(COUNTS).join('|')}|(?:for|in|within|of|throughout) an?)`;
/** The months of a unit. A month has 52/12 weeks. */
const UNITS = { year: 12, yr: 12, month: 1, mo: 1, week: 12 / 52, 'monthly payment': 1 } as const;

/** Matches "12 months" and "first year", but not "after 12 months" and "12-month plan". */
const SPAN = new RegExp(
	String.raw`(?<!\b(?:after|beyond|every|per|each|last|past|previous|until|than) (?:the )?(?:(?:first|initial) )?)(?<![\d.,])\b${COUNT}(?: full| calendar)?[\s-]?(?<unit>year|yr|month|mo|week|monthly payment)s?\b(?!['’]?s?[\s-](?:payment )?(?:plans?|contracts?|cookies?|delay|attribution|window|minimum|trial))(?!(?<=\d[\s-](?:month|year)) (?:subscription|membership))`,
	'gi',
);
/** Matches "year 1", "months 2–12" and "for 90 days". */
const NAMED_SPAN =
	/\b(?<unit>year|month)s?[\s-](?<from>\d{1,2}|one)(?: ?(?:-|–|—|to) ?(?<to>\d{1,2}))?(?![\d%])|\b(?:for|(?:for|over|in|within|during) the first) (?<days>\d{2,3}) days\b/gi;
const LIFETIME = words(
	String.raw`life[\s-]?time(?![\s-](?:deal|cookie|plan|licen|access|attribution|purchase|tracking|window))|life-?long`,
	'(?:for|entire|full|whole) life|life of|forever|perpetuity|indefinite(?:ly)?|as long as|no (?:time|end) ?(?:limit|cap|date)',
	String.raw`while (?:\w{1,12} ){0,2}(?:customer|client|user|account)s? (?:pays?|stays?|remains?|is|are)`,
	String.raw`until (?:\w{1,12} ){1,2}(?:cancels?|churns?)|for the (?:entire |full |whole )?(?:duration|length) of`,
	'(?:customer|client|account) life ?cycle',
);

const TIME = String.raw`(?:\d{1,3}|two|three|six|twelve)[ -](?:days?|weeks?|months?|years?)`;
/** Matches other times: of cookies and links, until a commission is paid, and for which a customer must stay. */
const OTHER_TIMES = new RegExp(
	[
		String.raw`\bcookies?\b[^.;,()]{0,40}`,
		String.raw`\b(?:held|hold|locked|pending|valid|tracked|tracking|stored|active|window|stays?|remains?)(?: period)?(?: for| of|:)?(?: at least| up to)? ${TIME}`,
		String.raw`\bpaid(?: out)? (?:with)?in ${TIME}`,
	].join('|'),
	'gi',
);

/** Returns the first duration in the text, or null if there is none. "First 12 months of a lifetime" is 12 months. */
export function spanIn(text: string): Span | null {
	return spansIn(text)[0] ?? null;
}

/** Returns all durations in the text, numbers of months first. */
export function spansIn(text: string): Span[] {
	const about = text
		.replace(OTHER_TIMES, 'window')
		.replace(/\b\w{3,8} \((\d{1,2})\)/g, '$1')
		.replace(/\bhalf (?:an? )?year/gi, '6 months');
	const found = [...about.matchAll(SPAN), ...about.matchAll(NAMED_SPAN)].sort((one, other) => one.index - other.index);
	const spans: Span[] = found.map(monthsOf).flatMap((months) => (months ? [{ months, lifetime: false }] : []));
	if (LIFETIME.test(about)) spans.push({ months: null, lifetime: true });
	return spans;
}

/** Returns the months of a duration. Returns 0 for the first month, because a share of the first month is paid once. */
function monthsOf({ groups }: RegExpExecArray): number {
	const { count, unit, from, to, days } = groups as { [name: string]: string | undefined };
	if (days) return Math.max(1, Math.round(Number(days) / 30));
	const size = UNITS[unit!.toLowerCase() as keyof typeof UNITS];
	if (from) return to ? size * (Number(to) - Number(from) + 1) : unit!.toLowerCase() === 'year' ? size : 0;
	const isWord = Number.isNaN(Number(count));
	const number = isWord ? (COUNTS[count!.toLowerCase()] ?? 1) : Number(count);
	return size === 1 && isWord && number === 1 ? 0 : Math.round(number * size);
}
