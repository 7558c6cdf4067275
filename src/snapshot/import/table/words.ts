/** What people write for yes, no, unknown, and for choices, in several languages. */
import { isPlaceholder } from '../../../catalog/fields.ts';
import { plainName } from './header-words.ts';
import words from './words.json' with { type: 'json' };

const YES = new Set(words.yes.split(' '));
const NO = new Set(words.no.split(' '));

/** Reads `yes`, `ja` or `✓`. Returns undefined if the text is neither yes nor no. */
export function parseBoolean(text: string): boolean | undefined {
	const word = text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	if (YES.has(word) || YES.has(text.trim())) return true;
	return NO.has(word) || NO.has(text.trim()) ? false : undefined;
}

const UNKNOWN = new Set(words.unknown.flatMap((line) => line.split(', ')));

/** Whether a text is what people write for a missing value, such as `n/a`, `k. A.` or `-`. */
export function isUnknown(text: string): boolean {
	if (isPlaceholder(text) || /^[-–—_.?*/\s]+$/.test(text)) return true;
	return text.length < 20 && /\p{L}/u.test(text) && UNKNOWN.has(plainName(text));
}

/** Matches the errors that spreadsheets show instead of a value, such as `#REF!` and `#BEZUG!`. */
export const SHEET_ERROR = /^(?:#[A-ZÄÖÜÉÈÁÍÓÚÑ]{2,12}(?:\/[A-Z0-9]{1,3})?[!?]?|#(?:DIV|N)\/[0A]!?|Err:\d{3})$/;

/** Whether a text is a formula. Numbers such as `-5` and `+49` are none. */
export function isFormula(text: string): boolean {
	return /^[=＝]\s*[\p{L}"'(\d$@+-]|^@\p{L}+\(|^[+-]\s*[\p{L}]+\d*\s*[(*/+-]/u.test(text);
}

/** The choices of our columns, and the words that mean them. Words are compared without accents and marks. */
const CHOICES = new Map(
	Object.entries(words.choices).map(([field, choices]) => [
		field,
		Object.entries(choices).map(([value, meant]) => [value, new RegExp(String.raw`\b(?:${meant})\b`)] as const),
	]),
);

/** Returns the value that words mean in a column with choices, or undefined. */
export function choiceIn(field: string, text: string): string | undefined {
	const plain = plainName(text.replaceAll('_', ' '));
	const choices = CHOICES.get(field);
	const exact = choices?.find(([value]) => plain === value.replaceAll(/[_-]/g, ' '));
	return (exact ?? choices?.find(([, meant]) => meant.test(plain)))?.[0];
}

export function hasChoices(field: string): boolean {
	return CHOICES.has(field);
}
