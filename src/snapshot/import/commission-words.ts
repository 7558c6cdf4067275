/** Reads numbers from descriptions of commissions. */
import { currency as currencyCode } from '../../catalog/fields.ts';

interface CommissionNumbers {
	/** The percentage, or null if the words contain no clear percentage. See `readCommission`. */
	readonly rate: number | null;
	/** The amount of money per sale, or null if the words contain no clear amount. See `readCommission`. */
	readonly amount: number | null;
	/**
	 * The reasons why `rate` and `amount` do not express the whole commission. Each reason completes "because it has
	 * …". Empty if there are none.
	 */
	readonly unread: readonly string[];
}

/** Matches a number in English notation, such as 12.5 or 1,000. Does not match part of a number, or the 10 in $10k. */
const NUMBER = String.raw`(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d|\p{L})`;
const TO = String.raw`\s*(?:-|–|—|\bto\b)\s*`;
const DISCOUNT = String.raw`\s*off\b|\s+(?:\w+\s+)?discount`;

const PERCENTAGES = new RegExp(
	String.raw`(\bup\s*to\s+)?(?<!\d\s*[/–—-]\s*)(${NUMBER})(?:\s*%?${TO}(${NUMBER}))?\s*%(?!${DISCOUNT})`,
	'giu',
);
const PERCENT_OFF = new RegExp(`%(?:${DISCOUNT})`, 'i');
const SUMS =
	/(?:\b(?<before>[A-Z]{3})\s*)?(?:(?<letters>[A-Z]{0,3})(?<sign>[$€£¥])\s*)?(?<digits>\d+(?:[.,]\d+)*)(?:\s*(?:(?<signAfter>[$€£¥])(?!\s*\d)|(?<after>[A-Z]{3})\b)|(?<more>\p{L}|\s(?:[KkMm]|[Bb]n|[Tt]housand|[MmBb]illion)\b))?/gu;
const PLAIN = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/;
const RANGE = new RegExp(String.raw`\d\s*(?:[$€£¥]|[A-Z]{3}\b)?${TO}(?:[A-Z]{0,3}[$€£¥])?\s*\d+(?![\d.,]*\s*%)`, 'u');

/** Matches words that do not say what a sum is paid for. */
const NO_PURPOSE = /^(?:[^\p{L}\d]|\b(?:up|to|earn|flat|or|and|plus)\b)*$/iu;
const SALE =
	/\b(?:sales?|orders?|purchases?|buys?|bought|customers?|clients?|subscri\w+|deals?|referrals?|refer|referred|plans?|paid|payments?|licen[cs]es?|upgrades?|closed[- ]won)\b/i;
/**
 * Matches words which show that an amount is not a single payment per sale. The amount may be for a step before the
 * sale, be paid repeatedly, be only for some sales, or be credit.
 */
const NO_SALE = new RegExp(
	[
		String.raw`\b(?:leads?|cpl|cpc|cpi|sql|mql|clicks?|demos?|trials?|installs?|installations?|registrations?)\b`,
		String.raw`(?<!\bpaid\s)\bsign[\s-]?ups?\b|(?<!closed[\s-]won\s)\bopportunit(?:y|ies)\b`,
		String.raw`\b(?:applications?|appointments?|meetings?|consultations?|submissions?|listings?|opens)\b`,
		String.raw`\baccounts?\s+(?:created|opened)\b|\bcredits?\b|\bfirst\b|\btier\b(?=.*\d)`,
		String.raw`(?:\/|\b(?:per|an?|each|every)\s)\s*(?:mo|month|yr|year)\b`,
	].join('|'),
	'i',
);

const CURRENCIES: { readonly [sign: string]: readonly string[] } = {
	$: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
	'€': ['EUR'],
	'£': ['GBP'],
	'¥': ['JPY', 'CNY'],
};

/**
 * Reads words such as `20%`, `up to 60%`, `$250` or `$50 + 20%`. A number is used only if its meaning is clear:
 *
 * - rate: the only percentage in the words. For a range such as `20-30%`, the rate is the lower end. For `up to 60%`,
 *   the rate is 60. If a range or limit includes all other percentages, only that range or limit counts. Otherwise, the
 *   rate is null if there are several different percentages. Discounts are ignored.
 * - amount: the only sum of money in the words, if it is for a sale and in the program's currency. Null for a range,
 *   for several different sums, for a sum per lead, and if the sum's sign or code contradicts the currency.
 * - A number without a unit is ignored.
 *
 * @param currency the currency of the program's amounts, an ISO 4217 code
 * @param all the complete text about the commission, if `words` is only a summary. If `words` has a percentage but no
 *   sum, `all` is searched only for percentages. If `words` has a sum but no percentage, `all` is
 *   searched only for sums.
 */
export function readCommission(words: string, currency: string | null, all = words): CommissionNumbers {
	const unread: string[] = [];
	const namesRate = words.includes('%');
	const namesMoney = sumsIn(words).length > 0;
	const percentages = namesRate || !namesMoney ? percentagesIn(all) : [];
	const rate = percentages.find((one) => percentages.every((other) => spans(one, other)))?.value;
	if (percentages.length > 0 && rate === undefined) unread.push('several percentages');

	const sums = namesMoney || !namesRate ? sumsIn(all) : [];
	const amount = sums.length > 0 ? readSum(sums, all, currency) : null;
	if (typeof amount === 'string') unread.push(amount);

	if (percentages.length === 0 && sums.length === 0) {
		if (PERCENT_OFF.test(all)) unread.push('only a discount');
		else unread.push(/\d/.test(words) ? 'a number without a unit' : 'no number');
	}
	return { rate: rate ?? null, amount: typeof amount === 'number' ? amount : null, unread };
}

interface Percentage {
	readonly low: number;
	readonly high: number;
	readonly isLimit: boolean;
	readonly value: number;
}

function percentagesIn(words: string): Percentage[] {
	return [...words.matchAll(PERCENTAGES)].map(([, upTo, first, second]) => {
		const ends = [first, second].flatMap((text) => (text === undefined ? [] : [toNumber(text)]));
		const [low, high] = [Math.min(...ends), Math.max(...ends)];
		const isLimit = upTo !== undefined && second === undefined;
		return { low: isLimit ? 0 : low, high, isLimit, value: low };
	});
}

/**
 * Whether `one` includes `other`. A limit such as `up to 60%` includes lower limits, but no other percentages.
 */
function spans(one: Percentage, other: Percentage): boolean {
	return one.low <= other.low && other.high <= one.high && (!one.isLimit || other.isLimit);
}

interface Sum {
	/** The sum as written, such as `$1,000`. */
	readonly text: string;
	/** The number, or NaN if its notation is unclear. */
	readonly value: number;
	readonly isIn: (currency: string) => boolean;
}

function sumsIn(words: string): Sum[] {
	return [...words.matchAll(SUMS)].flatMap(({ 0: text, groups }) => {
		const { before, letters = '', sign, digits = '', signAfter, after, more } = groups as typeof groups & object;
		const signs = [sign, signAfter].filter((mark) => mark !== undefined);
		const codes = [before, after].filter((code) => currencyCode.safeParse(code).success);
		if (signs.length + codes.length === 0) return [];
		const isIn = (currency: string) =>
			codes.every((code) => code === currency) &&
			signs.every((mark) => CURRENCIES[mark]?.includes(currency)) &&
			currency.startsWith(letters);
		return [{ text, value: more === undefined && PLAIN.test(digits) ? toNumber(digits) : Number.NaN, isIn }];
	});
}

/** Returns the sum of money per sale, or the reason why there is none. */
function readSum(sums: readonly Sum[], words: string, currency: string | null): number | string {
	const [{ value }] = sums as [Sum, ...Sum[]];
	if (RANGE.test(words)) return 'a range';
	if (sums.some((sum) => !Object.is(sum.value, value))) return 'several sums of money';
	if (Number.isNaN(value)) return 'an amount that is not a plain number';
	const rest = sums.reduce((left, { text }) => left.replace(text, ''), words.replaceAll(PERCENTAGES, ''));
	if (NO_SALE.test(words) || !(SALE.test(words) || NO_PURPOSE.test(rest)))
		return 'an amount that might not be for a sale';
	if (currency === null) return 'an amount in an unknown currency';
	return sums.every((sum) => sum.isIn(currency)) ? value : `an amount in a currency other than ${currency}`;
}

function toNumber(text: string): number {
	return Number(text.replaceAll(',', ''));
}
