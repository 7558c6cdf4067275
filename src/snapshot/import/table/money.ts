/** Recognizes currencies as people write them. */

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** What people write for a currency besides its code. The longest come first. */
const NAMES: readonly (readonly [words: RegExp, code: string])[] = [
	[/\b(?:US|U\.S\.) ?\$/i, 'USD'],
	[/\b(?:AU|A)\$|\baustralian dollars?\b/i, 'AUD'],
	[/\b(?:CA|C)\$|\bcanadian dollars?\b/i, 'CAD'],
	[/\bNZ\$/i, 'NZD'],
	[/\bHK\$/i, 'HKD'],
	[/\bS\$/i, 'SGD'],
	[/\bMX\$/i, 'MXN'],
	[/R\$|\brea(?:l|is)\b/i, 'BRL'],
	[/\$|\bdollars?\b|\bd[oó]lar(?:es)?\b|\bdollari\b/i, 'USD'],
	[/€|\beuros?\b/i, 'EUR'],
	[/£|\bpounds?\b|\bsterling\b/i, 'GBP'],
	[/¥|\byen\b/i, 'JPY'],
	[/₹|\brupees?\b|\bRs\.?(?= ?\d)/i, 'INR'],
	[/zł|\bzloty\b/i, 'PLN'],
	[/₺/, 'TRY'],
	[/₩/, 'KRW'],
	[/₽/, 'RUB'],
	[/₴/, 'UAH'],
	[/\bFr\.|\bsfr\b|\bfranken\b/i, 'CHF'],
	[/Kč/i, 'CZK'],
];

/** Returns the code of the currency that a text names, or undefined. Codes are recognized in capitals. */
export function currencyIn(text: string): string | undefined {
	for (const [code] of text.matchAll(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/gu)) if (CODES.has(code)) return code;
	return NAMES.find(([words]) => words.test(text))?.[1];
}

/** Whether a text is only a currency: a code in any case, a sign or a name. */
export function isCurrency(text: string): boolean {
	if (CODES.has(text.toUpperCase())) return true;
	return text !== '' && NAMES.some(([words]) => text.replace(words, '').trim() === '');
}
