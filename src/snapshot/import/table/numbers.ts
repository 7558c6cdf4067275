/** Reads numbers, percentages and amounts of money as people write them. */
import { CURRENCIES } from '../../../catalog/fields.ts';
import names from './currency-names.json' with { type: 'json' };

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

/** What people write for a currency besides its code. The longest come first. */
const NAMES = names.map(([code, words]) => [new RegExp(words!, 'i'), code!] as const);

/** Returns the code of the currency that a text names, or undefined. Codes are recognized in capitals. */
export function currencyIn(text: string): string | undefined {
	for (const [code] of text.matchAll(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/gu)) if (CURRENCIES.has(code)) return code;
	return NAMES.find(([words]) => words.test(text))?.[1];
}

/** Whether a text is only a currency: a code in any case, a sign or a name. */
export function isCurrency(text: string): boolean {
	if (CURRENCIES.has(text.toUpperCase())) return true;
	return text !== '' && NAMES.some(([words]) => text.replace(words, '').trim() === '');
}

/** The words for units of time in several languages. They are compared without accents. */
const UNITS: readonly (readonly [words: RegExp, days: number])[] = [
	[/^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|ore?|uur|uren)$/, 1 / 24],
	[/^(?:d|days?|t|tage?n?|j|jours?|dias?|giorn[io]|gg|dag(?:en|ar|e)?|dni|dzien|g|日間?)$/, 1],
	[/^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|tydzien|tygodnie)$/, 7],
	[/^(?:m|mo|mos|months?|monate?n?|mois|mes(?:es)?|mes[ie]|maand(?:en)?|miesiace?)$/, 30],
	[/^(?:y|yr|yrs|years?|jahre?n?|ans?|annees?|anos?|ann[io]|jaar|jaren|rok|lata)$/, 365],
];

/** The words after a duration that do not change it: `30 days (last click)`. */
const ABOUT_COOKIES =
	'cookies?|window|duration|tracking|attribution|laufzeit|first|last|post|after|from|the|referral|clicks?|touch|klick|standard|default';
const DURATION = new RegExp(
	String.raw`^(?:up to |bis zu |max\.? )?(\d[\d.,]*) ?(?:-|–)? ?(\p{L}+)\.?(?:[\s,;(-]+(?:${ABOUT_COOKIES}))*\)?$`,
	'iu',
);
const SESSION =
	/^(?:per |browser )?(?:session|sitzung|sesion|sessie|sessione|sessao)(?:[ -]?(?:based|only|(?:s ?)?cookies?))?$/i;

/**
 * Parses a duration such as `30 days`, `60d`, `1 Year` or `30 Tage`. Several months count as in a calendar: 12 months
 * are 365 days.
 *
 * @returns the number of days, or undefined if the text is not a duration or not a number of days
 */
export function parseDuration(text: string, mark: DecimalMark): number | undefined {
	if (SESSION.test(text)) return 0;
	const [, digits, word] = DURATION.exec(text) ?? [];
	if (digits === undefined) return undefined;
	const plain = word!.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	const days = UNITS.find(([words]) => words.test(plain))?.[1];
	const count = parseNumber(digits, mark);
	return days === undefined || count === undefined ? undefined : inDays(count, days);
}

/** Returns how many days a number of units has, or undefined if these are not whole days. */
export function inDays(count: number, days: number): number | undefined {
	const total = days === 30 ? Math.floor(count / 12) * 365 + (count % 12) * 30 : count * days;
	const rounded = Math.round(total * 1000) / 1000;
	return Number.isInteger(rounded) ? rounded : undefined;
}

/** Parses how long one waits at most: 5 days for `1-5 business days`, 0 for `instant`. */
export function parseWait(text: string, mark: DecimalMark): number | undefined {
	if (/^(?:instant(?:ly)?|immediate(?:ly)?|sofort)$/i.test(text)) return 0;
	const longest = text.replace(/^\d+ ?[-–] ?(?=\d)/, '').replace(/\+? (?:business|working) (?=days?$)/i, ' ');
	return parseDuration(longest, mark);
}
