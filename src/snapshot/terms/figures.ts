/** Finds percentages, amounts and other numbers. */

export interface Figure {
	readonly kind: 'rate' | 'amount' | 'number';
	readonly value: number;
	/** The upper end of a range. */
	readonly maximum: number | null;
	/** Whether a plus follows, as in "$65+". */
	readonly isOpen: boolean;
	/** An ISO 4217 code, `$` if the sign leaves it open, or null for a percentage. */
	readonly currency: string | null;
	readonly start: number;
	readonly end: number;
}

const NUMBER = String.raw`(?:[1-9]\d{0,2}(?:[,.' ]\d{3})+(?![\d%])(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,4})?)`;
const CODES = 'USD|EUR|GBP|AUD|CAD|NZD|SGD|HKD|JPY|CNY|INR|BRL|CHF|CZK|DKK|NOK|PLN|SEK|ZAR|MXN';
const CURRENCY = String.raw`(?:(?:\b(?:US|AU|CA|NZ|HK|C|A|S|R|USD ?|AUD ?|CAD ?|NZD ?|SGD ?|HKD ?))?[$]|[€£¥₹]|zł|\b(?:${CODES})(?![\p{L}]))`;
const WORD = String.raw`(?:\s(?:US )?(?:dollars?|euros?|pounds?)\b)`;
const TO = String.raw`\s?(?:-|to\b)\s?`;
const MORE = String.raw`(?:\s?(?:[kK]\b|million\b|mio\b|thousand\b|billion\b|[mM]\b|bn?\b))?`;
const PERCENT = String.raw`(?:\s?%|[\s-]?(?:percent|per cent|pct)\b)`;

const PATTERN = new RegExp(
	[
		String.raw`(?<![\d.,])(?<low>${NUMBER})(?:${PERCENT})?(?:${TO}(?<high>${NUMBER}))?${PERCENT}(?<open>\+(?!\s?[\d$€£]))?`,
		String.raw`(?<before>${CURRENCY})\s?(?<sumLow>${NUMBER})(?<lowMore>${MORE})(?:\+?${TO}(?:${CURRENCY}\s?)?(?<sumHigh>${NUMBER})(?<highMore>${MORE})(?!\s?%))?(?<codeAfter>\s?(?:${CODES})\b)?(?<sumOpen>\+(?!\s?\d))?`,
		String.raw`(?<![\d.,])(?<numLow>${NUMBER})(?<numLowMore>${MORE})(?:\s?${CURRENCY})?(?:${TO}(?<numHigh>${NUMBER})(?<numHighMore>${MORE}))?\s?(?<after>${CURRENCY}|${WORD})(?<numOpen>\+(?!\s?\d))?`,
		String.raw`(?<![\d.,])(?<plain>${NUMBER})`,
	].join('|'),
	'giu',
);

/** Returns all numbers of a text in order. */
export function figuresIn(text: string): Figure[] {
	if (!/\d/.test(text)) return [];
	return [...text.matchAll(PATTERN)].map((match) => {
		const found = match.groups!;
		const place = { start: match.index, end: match.index + match[0].length };
		// Of "10%-20%-30%" nobody can say what each figure means.
		if (found.plain !== undefined || /^\s?[-/]\s?\d/.test(text.slice(place.end, place.end + 3))) {
			const value = toNumber(found.plain ?? '0');
			return { kind: 'number', value, maximum: null, isOpen: false, currency: null, ...place };
		}
		const isRate = found.low !== undefined;
		const highMore = found.highMore || found.numHighMore || '';
		const lowMore = found.lowMore || found.numLowMore || highMore;
		const low = toNumber((found.low ?? found.sumLow ?? found.numLow)!, isRate, lowMore);
		const highText = found.high ?? found.sumHigh ?? found.numHigh;
		const high = highText === undefined ? null : toNumber(highText, isRate, highMore);
		return {
			kind: isRate ? 'rate' : 'amount',
			value: Math.min(low, high ?? low),
			maximum: high === null ? null : Math.max(low, high),
			isOpen: (found.open ?? found.sumOpen ?? found.numOpen) !== undefined,
			currency: isRate ? null : currencyOf((found.codeAfter?.trim() || found.before || found.after)!),
			...place,
		};
	});
}

const SIGNS: { readonly [sign: string]: string } = {
	...{ $: '$', US$: 'USD', AU$: 'AUD', A$: 'AUD', CA$: 'CAD', C$: 'CAD', NZ$: 'NZD', HK$: 'HKD', S$: 'SGD', R$: 'BRL' },
	...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', ZŁ: 'PLN' },
};

function currencyOf(mark: string): string {
	const sign = mark.trim().toUpperCase();
	if (/DOLLAR/.test(sign)) return '$';
	if (/EURO/.test(sign)) return 'EUR';
	if (/POUND/.test(sign)) return 'GBP';
	return SIGNS[sign] ?? sign.replace(/ ?\$$/, '');
}

/** In amounts, 1.000 and 1 000 are a thousand. */
function toNumber(digits: string, isRate = false, more = ''): number {
	const isGrouped = !isRate && /^[1-9]\d{0,2}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?$/.test(digits);
	const plain = digits.replace(isGrouped ? /[,.' ](?=\d{3})/g : /,(?=\d{3}(?!\d))/g, '').replace(',', '.');
	const size = /^\s?k|thousand/i.test(more) ? 1e3 : /^\s?(?:m|mio)/i.test(more) ? 1e6 : /^\s?b/i.test(more) ? 1e9 : 1;
	return Math.round(Number.parseFloat(plain) * size * 1e4) / 1e4;
}
