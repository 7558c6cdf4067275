/** Reads numbers, percentages and amounts of money as people write them. */
import { currencyIn, isCurrency } from './money.ts';

/** The mark before the decimals of a number. */
export type DecimalMark = '.' | ',';

const GROUPS = String.raw`\d{1,3}(?:[ '’]\d{3})+`;
const NUMBER = new RegExp(String.raw`^[+-]?(?:${GROUPS}|\d[\d.,]*)(?:[.,]\d+)?$`);

/**
 * Parses a number such as `1.234,56`, `1,234.56` or `12,5`.
 *
 * @param mark decides about numbers that can be read in two ways, such as `1.234`
 * @returns undefined if the text is not a number
 */
export function parseNumber(text: string, mark: DecimalMark): number | undefined {
	if (!NUMBER.test(text)) return undefined;
	const plain = text.replace(/[ '’]/g, '');
	const decimal = decimalMarkOf(plain) ?? mark;
	const thousands = decimal === ',' ? '.' : ',';
	if (plain.split(decimal).length > 2) return undefined;
	const [whole = '', decimals = ''] = plain.split(decimal);
	if (whole.includes(thousands) && !/^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return undefined;
	const number = Number(`${whole.replaceAll(thousands, '')}.${decimals || '0'}`);
	return Number.isFinite(number) ? number : undefined;
}

/** Returns the decimal mark that a number shows, or undefined if it has none or can be read in two ways. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
	const marks = text.match(/[.,]/g) ?? [];
	const [first, last] = [marks[0], marks.at(-1) as DecimalMark | undefined];
	if (last === undefined) return undefined;
	if (first !== last) return last;
	// Only groups of thousands repeat a mark.
	if (marks.length > 1) return last === '.' ? ',' : '.';
	return /^[+-]?(?:0|\d{4,})[.,]|[.,](?:\d{1,2}|\d{4,})$/.test(text) ? last : undefined;
}

const PERCENT =
	/^([+-]?\d[\d.,]*) ?(?:%|percent|per cent|pct\.?|prozent|v\. ?h\.|pour ?cent|por ?ciento|per ?cento|procent|p\. ?c\.)$/i;

/** Parses a percentage such as `12,5 %`. */
export function parsePercentage(text: string, mark: DecimalMark): number | undefined {
	const [, digits] = PERCENT.exec(text) ?? [];
	return digits === undefined ? undefined : parseNumber(digits, mark);
}

interface Money {
	readonly amount: number;
	readonly currency: string;
}

const MONEY = new RegExp(
	String.raw`^(?<before>[^\d,+-]{0,12}?) ?(?<digits>${GROUPS}(?:[.,]\d+)?|\d[\d.,]*?)(?:[.,](?:-{1,2}|–))? ?(?<after>[^\d.,+][^\d]{0,18})?$`,
	'u',
);

/** Parses an amount with its currency, such as `$50`, `50 USD` or `1.234,56 €`. */
export function parseMoney(text: string, mark: DecimalMark): Money | undefined {
	const { before = '', digits, after = '' } = MONEY.exec(text)?.groups ?? {};
	const amount = digits === undefined ? undefined : parseNumber(digits, mark);
	const signs = [before.trim(), after.trim()].filter((sign) => sign !== '');
	if (amount === undefined || signs.length === 0 || !signs.every(isCurrency)) return undefined;
	// A code says more than a sign: "$50 CAD".
	const codes = signs.filter((sign) => /^[a-z]{3}$/i.test(sign)).map((code) => code.toUpperCase());
	const currency = currencyIn(codes[0] ?? signs[0]!);
	return currency === undefined ? undefined : { amount, currency };
}

/** Parses a rating such as `4,5/5`, `4 stars` or `★★★★☆`. */
export function parseRating(text: string, mark: DecimalMark): number | undefined {
	const stars = /^((?:★|⭐\ufe0f?)+)☆*$/u.exec(text)?.[1]?.match(/[★⭐]/gu)?.length;
	const digits = /^(\S+) ?(?:\/ ?5|out of 5|sur 5|von 5|stars?|Sterne|★)$/i.exec(text)?.[1];
	return stars ?? (digits === undefined ? undefined : parseNumber(digits, mark));
}
