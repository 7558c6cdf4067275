/** Recognizes currencies as people write them. */
import { CURRENCIES } from '../../../catalog/fields.ts';
import names from './currency-names.json' with { type: 'json' };

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
