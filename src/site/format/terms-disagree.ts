/** Finds out whether the type, figures and words of a program's commission contradict each other. */
import type { ListedProgram } from '../listed-program.ts';

/** "recurring", "lifetime", "for the first 12 months": the commission is paid again for later payments. */
const PAID_AGAIN =
	/(?<!\b(?:non|not|no)[\s-])\b(?:recurring|residual)\b|\blife[\s-]?time\b(?![\s-](?:cookie|attribution|deal|plan|licen))|\bfor\b[^.;,]{0,60}?(?:\d[\s-]*(?:month|year)|\b(?:one|two|three|first|1st)[\s-](?:month|year)|\blife\b)|\b(?:each|every)\smonth\b|\bperpetuity\b|\bindefinitely\b/i;
const PAID_ONCE = /\bone[\s-]?time\b|\b(?:first|initial)\s(?:payment|purchase|order|sale|month|invoice)\b/i;
const SPAN = /(\d{1,3}|\bone|\bfirst|\b1st)[\s-]?(month|year)|\blife/gi;
const PERCENTAGE = /(\d[\d.,]{0,12})\s?%(?!\s*(?:off|discount))/gi;
/** "up to 60%", "20%+": a figure that not everyone gets. */
const LIMIT = /\bup\s*to\s[^\d.;]{0,12}(\d[\d.,]{0,12})|(\d[\d.,]{0,12})\s?%\s?\+(?!\s*[$€£¥\d])/gi;

/**
 * Whether a program's type, duration, words and figures contradict each other: "one-time, 12 months", or 20% when the
 * words say "up to 20%". The site then shows the commission as published, but does not explain it, calculate with it or
 * rank it.
 */
export function termsDisagree(program: ListedProgram): boolean {
	const { commission_type: type, commission_rate: rate, commission_amount: amount } = program;
	const words = program.commission_text ?? '';
	const duration = program.commission_duration ?? '';
	const months = monthsIn(duration);

	if (type === 'one_time' && (months.length > 0 || PAID_AGAIN.test(words))) return true;
	if (type === 'recurring' && PAID_ONCE.test(`${words} ${duration}`) && !PAID_AGAIN.test(words)) return true;
	// A one-time commission can be a share of the first year's payments, so durations in its words are no contradiction.
	const durations = type === 'one_time' ? [] : monthsIn(words);
	if (durations.length > 0 && !durations.some((span) => months.includes(span))) return true;

	// The words of a program with tiers describe the other tiers.
	if (type === 'tiered') return false;
	const limits = [...words.matchAll(LIMIT)].map(([, most, least]) => toNumber((most ?? least)!));
	const percentages = [...words.matchAll(PERCENTAGE)].map(([, digits]) => toNumber(digits!));
	return limits.some((limit) => limit === rate || limit === amount) || percentages.some((share) => share !== rate);
}

/** The months of all durations in a text: 24 for `2 years`, Infinity for `lifetime`. */
function monthsIn(text: string): number[] {
	return [...text.matchAll(SPAN)].map(([, count, unit]) => {
		if (count === undefined || unit === undefined) return Number.POSITIVE_INFINITY;
		return (Number.parseInt(count, 10) || 1) * (unit.toLowerCase() === 'year' ? 12 : 1);
	});
}

/** Reads 1,000 and 12.5, and 12,5 in continental European notation. */
function toNumber(digits: string): number {
	return Number.parseFloat(digits.replace(/,(?=\d{3})/g, '').replace(',', '.'));
}
