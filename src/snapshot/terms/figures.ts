/** Finds percentages and amounts of money in a clause. */
import type { CommissionQualifier } from '../../catalog/offer.ts';

export interface Figure {
	readonly kind: 'rate' | 'amount';
	readonly value: number;
	/** The upper end of a range, or null. */
	readonly maximum: number | null;
	readonly qualifier: Exclude<CommissionQualifier, 'either'>;
	/** Whether an amount is in another currency than the program's. Its value is then of no use. */
	readonly isForeign: boolean;
	/** The figure's position in the clause. */
	readonly start: number;
	readonly end: number;
}

const NUMBER = String.raw`\d{1,9}(?:,\d{3}){0,3}(?:[.,]\d{1,4})?`;
/** Amounts can also be in other notations: 1.250,50 and 1 250. */
const SUM = String.raw`(?:[1-9]\d{0,2}(?:(?:\.\d{3}){1,3}|(?: \d{3}){1,3})(?:,\d{1,2})?(?![\d.,]*\d)|${NUMBER})`;
/** Matches the word between the ends of a range. "20% and 30%" are two figures, but "between 20% and 30%" is a range. */
const TO = String.raw`\s?(?:-|–|—|\bto\b|(?<=\bbetween\s.{1,14})\band\b)\s?`;
const SIGN = '[$€£¥₹]';
const PERCENT = String.raw`(?:\s?[%％]|[\s-]?(?:percent|per cent|pct)\b)`;
const NO_PERCENT = String.raw`(?![\d.,]{0,15}\s?%)`;

const PERCENTAGES = new RegExp(
	String.raw`(?<![\d.,])(?<low>${NUMBER})(?:\s?%?${TO}(?<high>${NUMBER}))?${PERCENT}(?<plus>\+(?!\s?[\d$€£¥₹]))?`,
	'gi',
);
const SUMS = new RegExp(
	[
		String.raw`(?<=\b(?<before>[A-Z]{3})\s?|)(?<letters>\b[A-Z]{1,2})?(?<sign>${SIGN})\s?(?<low>${SUM})(?<lowK>[kK]\b)?`,
		String.raw`(?:${TO}${SIGN}?\s?(?<high>${SUM})(?<highK>[kK]\b)?${NO_PERCENT})?(?<plus>\+(?!\s?\d))?(?:(?=\s?(?<after>[A-Z]{3})\b)|)`,
		String.raw`|(?<![\d.,])(?<=\b(?<codeBefore>[A-Z]{3})\s?|)(?<bare>${SUM})${NO_PERCENT}(?:\s?(?<signAfter>${SIGN})(?!\s?\d)|(?=\s?(?<codeAfter>[A-Z]{3})\b)|\s(?:US )?(?<word>[Dd]ollars|[Ee]uros?|[Pp]ounds)\b|)`,
	].join(''),
	'g',
);
/** Matches what shows that the digits before it are only a part of a number: the "million" of "$5 million". */
const MORE_NUMBER = /^(?:\d|[.,]\d|\s?(?:million|billion|thousand|mio|bn?|mm?)\b)/i;

const AT_MOST =
	/\b(?:up\s?to|as (?:much|high) as|max(?:imum|\.)?(?: commission)?(?: of|:)?|at most|no more than|capped at|cap of|limited to)\s(?:an? |the )?(?:additional |extra )?[~+]?$/i;
const AT_LEAST =
	/\b(?:from|start(?:s|ing)? (?:at|from|with)|at least|(?:no|not) less than|more than|over|min(?:imum|\.)?(?: commission)?(?: of|:)?)\s(?:an? )?$/i;
const MAXIMUM = /^\s(?:max|maximum|at most)\b/i;
const OR_MORE = /^[^.,;]{0,25}\bor more\b|^ min(?:imum|\.)?(?! \w)/i;

/** Returns all figures of a clause in order. A number without a unit is not a figure. */
export function figuresIn(clause: string, currency: string | null): Figure[] {
	const matches = [
		...[...clause.matchAll(PERCENTAGES)].map((match) => figureOf(match, clause, 'rate')),
		...[...clause.matchAll(SUMS)].map((match) => sumOf(match, clause, currency)),
	];
	return matches.filter((figure) => figure !== null).sort((one, other) => one.start - other.start);
}

function sumOf(match: RegExpExecArray, clause: string, currency: string | null): Figure | null {
	const { before, letters = '', sign, after, codeBefore, codeAfter, signAfter, word } = match.groups!;
	const codes = [before, after, codeBefore, codeAfter].filter((code) => code === currency || CODES.has(code!));
	const mark = sign ?? signAfter ?? (word && WORDS[word.charAt(0).toLowerCase()]);
	const isPartial = MORE_NUMBER.test(clause.slice(match.index + match[0].length));
	if (isPartial || (mark === undefined && codes.length === 0)) return null;
	const isForeign =
		currency !== null &&
		(codes.length > 0
			? codes.some((code) => code !== currency)
			: !SIGNS[mark as string]!.includes(currency) || !currency.startsWith(letters));
	return figureOf(match, clause, 'amount', isForeign);
}

function figureOf(match: RegExpExecArray, clause: string, kind: Figure['kind'], isForeign = false): Figure {
	const { low, lowK, high, highK, bare, plus } = match.groups!;
	const start = match.index;
	const end = start + match[0].length;
	// The k of "$5-10k" belongs to both ends.
	const ends = [toNumber(kind, low ?? bare!, lowK ?? highK), ...(high ? [toNumber(kind, high, highK)] : [])];
	const maximum = high ? Math.max(...ends) : null;
	const before = clause.slice(Math.max(0, start - 40), start);
	const after = clause.slice(end, end + 40);
	let qualifier: Figure['qualifier'] = 'exact';
	if (maximum !== null) qualifier = 'from';
	else if (AT_MOST.test(before) || MAXIMUM.test(after)) qualifier = 'up_to';
	else if (plus || AT_LEAST.test(before) || OR_MORE.test(after)) qualifier = 'from';
	return { kind, value: Math.min(...ends), maximum, qualifier, isForeign, start, end };
}

/**
 * Parses a number in English notation, such as 1,000 or 12.5, or in another, such as 12,5. In amounts, 1.000 and 1 000 are
 * a thousand.
 */
function toNumber(kind: Figure['kind'], digits: string, thousands?: string): number {
	const isEnglish = kind === 'rate' || !/^[1-9]\d{0,2}(?:[. ]\d{3})+(?:,|$)/.test(digits);
	const plain = isEnglish ? digits.replace(/,(?=\d{3})/g, '') : digits.replace(/[. ]/g, '');
	const number = Number.parseFloat(plain.replace(',', '.'));
	return thousands ? number * 1000 : number;
}

/** The possible currencies of each currency sign. */
const SIGNS: { readonly [sign: string]: readonly string[] } = {
	$: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD'],
	'€': ['EUR'],
	'£': ['GBP'],
	'¥': ['JPY', 'CNY'],
	'₹': ['INR'],
};
/** The signs of currencies in words, by their first letter. */
const WORDS: { readonly [letter: string]: string } = { d: '$', e: '€', p: '£' };
/** Some other codes, such as ALL and TOP, are also words that sources write in capitals. */
const CODES = new Set([...Object.values(SIGNS).flat(), 'BRL', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SEK', 'ZAR']);
