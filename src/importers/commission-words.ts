/** Numbers out of words that say what a program pays. */

export interface CommissionNumbers {
	/** Per cent; null when the words name none, or several. */
	readonly rate: number | null;
	/** Money per sale; null when the words name none, several, a range, or pay for something else. */
	readonly amount: number | null;
	/** Why a number was not taken, and which words it concerns; empty when the numbers say all that the words say. */
	readonly unread: readonly string[];
}

/** A number as English writes it (12.5, 1,000), not one half of another, not the 10 of $10k. */
const NUMBER = String.raw`(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d|\p{L})`;
const TO = String.raw`\s*(?:-|–|—|\bto\b)\s*`;
const SIGN = String.raw`US\$|[$€£¥]|\b[A-Z]{3}\b`;

const PERCENTAGES = new RegExp(String.raw`(?<!\d\s*[/–—-]\s*)(${NUMBER})(?:\s*%?${TO}(${NUMBER}))?\s*%`, 'gu');
const MONEY = new RegExp(String.raw`(?:${SIGN})\s*\d|\d\s*(?:${SIGN})`, 'u');
const RANGE_OF_MONEY = new RegExp(String.raw`\d\s*(?:${SIGN})?${TO}(?:${SIGN})?\s*\d`, 'u');
const ONE_AMOUNT = new RegExp(
	String.raw`^(?:up to|earn|flat)?\s*(?:(${SIGN})\s*(${NUMBER})|(${NUMBER})\s*(${SIGN}))\s*(.*)$`,
	'iu',
);
const PER_SALE =
	/^(?:(?:\/|per|for (?:each|every))\s*(?:(?:paid|new|referred)\s+)*(?:sale|order|purchase|customer|referral|subscription))?$/i;

/** The dollar sign is that of many currencies; others are of one or two. */
const CURRENCIES: { readonly [sign: string]: readonly string[] } = {
	$: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
	US$: ['USD'],
	'€': ['EUR'],
	'£': ['GBP'],
	'¥': ['JPY', 'CNY'],
};

/**
 * Reads words such as `20%`, `up to 60%`, `$250` or `$50 + 20%`. A number is taken only where the words allow no other
 * reading:
 *
 * - rate: the one percentage that is named, whatever else is; of a range (`20-30%`) its lower end, of `up to 60%` 60.
 *   Several percentages are no single one: null.
 * - amount: the one sum of money that is named, for a sale, in the program's currency. A range of money, several sums,
 *   a sum for a lead, a sign that contradicts the currency: null.
 * - A number without a unit may be either, or neither: null.
 *
 * @param currency of the program's amounts, as ISO 4217
 */
export function readCommission(words: string, currency: string | null): CommissionNumbers {
	const unread: string[] = [];
	const percentages = [...words.matchAll(PERCENTAGES)];
	if (percentages.length > 1) unread.push('several percentages');
	const rate = percentages.length === 1 ? lowerEnd(percentages[0] as RegExpExecArray) : null;

	const sums = words.split(/\s*(?:\+|;|&|,\s|\bplus\b|\bor\b|\band\b)\s*/i).filter((part) => MONEY.test(part));
	const amount = sums.length === 1 ? readSum(sums[0] as string, currency) : null;
	if (typeof amount === 'string') unread.push(amount);
	if (sums.length > 1) unread.push('several sums of money');

	if (percentages.length === 0 && sums.length === 0) {
		unread.push(/\d/.test(words) ? 'a number without a unit' : 'no number');
	}
	return { rate, amount: typeof amount === 'number' ? amount : null, unread };
}

function lowerEnd([, first, second]: RegExpExecArray): number {
	return Math.min(toNumber(first as string), second === undefined ? Number.POSITIVE_INFINITY : toNumber(second));
}

/** A sum of money per sale; otherwise, why it is none. */
function readSum(words: string, currency: string | null): number | string {
	if (RANGE_OF_MONEY.test(words)) return 'a range of money';
	const match = ONE_AMOUNT.exec(words.trim());
	const sign = match?.[1] ?? match?.[4];
	const digits = match?.[2] ?? match?.[3];
	if (!match || sign === undefined || digits === undefined) return 'money that may not be for a sale';
	if (!PER_SALE.test(match[5] as string)) return 'money that may not be for a sale';
	if (currency === null) return 'money in an unknown currency';
	const allowed = CURRENCIES[sign] ?? [sign];
	return allowed.includes(currency) ? toNumber(digits) : `money in another currency than ${currency}`;
}

function toNumber(text: string): number {
	return Number(text.replaceAll(',', ''));
}
