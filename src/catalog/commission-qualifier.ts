/**
 * The kinds of figures. `exact` is an exact figure, `from` a minimum and `up_to` a maximum. `either` means that the
 * program pays the amount or the percentage, but not both.
 */
export const COMMISSION_QUALIFIERS = ['exact', 'from', 'up_to', 'either'] as const;
export type CommissionQualifier = (typeof COMMISSION_QUALIFIERS)[number];

/** The fields that determine the kind of a commission's figure. */
export interface QualifiedCommission {
	readonly commission_rate: number | null;
	readonly commission_amount: number | null;
	readonly commission_text: string | null;
	/** The kind that an editor has chosen, or null if `commission_text` determines the kind. */
	readonly commission_qualifier: CommissionQualifier | null;
}

const NUMBER = String.raw`(\d[\d.,]{0,12})`;
const SIGN = '[$€£¥]';

const SUM = String.raw`(?:${SIGN}\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:${SIGN}|[A-Z]{3}\b))`;
/** Matches "$75 or 20%" and "20% or $75". */
const EITHER = new RegExp(String.raw`${SUM}\s+or\s+${NUMBER}\s?%|%\s+or\s+${SUM}`);
/** Matches "up to 60%" and "60% max". */
const AT_MOST = new RegExp(
	String.raw`\b(?:up\s*to|as much as|maximum of|max\.?)\s[^\d.;]{0,12}${NUMBER}|${NUMBER}\s?%?\s(?:max\b|maximum\b|at most\b)`,
	'gi',
);
/** Matches "from 20%", "20–30%" and "20%+". */
const AT_LEAST = new RegExp(
	String.raw`\b(?:from|at least|starting at|minimum of|min\.?)\s[^\d.;]{0,12}${NUMBER}|${NUMBER}\s?%?\s?(?:[-–—]|\bto\b)\s?${SIGN}?\s?\d|${NUMBER}\s?%\s?\+(?!\s?[$€£¥\d])`,
	'gi',
);

/**
 * Returns the kind of a commission's figure, or null if there is no figure. If no editor has chosen a kind, the
 * program's words determine it. For example, the words "up to 60%" make 60 a maximum.
 */
export function qualifierOf(program: QualifiedCommission): CommissionQualifier | null {
	const { commission_rate: rate, commission_amount: amount, commission_text: text, commission_qualifier } = program;
	if (rate === null && amount === null) return null;
	if (commission_qualifier !== null) return commission_qualifier;
	const words = text ?? '';
	if (rate !== null && amount !== null && EITHER.test(words)) return 'either';
	const names = (pattern: RegExp) => numbersIn(words, pattern).some((value) => value === rate || value === amount);
	if (names(AT_MOST)) return 'up_to';
	return names(AT_LEAST) ? 'from' : 'exact';
}

/** Returns the numbers that a pattern captures in the text. */
export function numbersIn(text: string, pattern: RegExp): number[] {
	return [...text.matchAll(pattern)].flatMap(([, ...captured]) =>
		captured.filter((digits) => digits !== undefined).map(toNumber),
	);
}

/** Parses a number in English notation, such as 1,000 or 12.5, or with a decimal comma, such as 12,5. */
function toNumber(digits: string): number {
	return Number.parseFloat(digits.replace(/,(?=\d{3})/g, '').replace(',', '.'));
}
