/** What people write for yes, no, unknown, and for choices, in several languages. */
import { isPlaceholder } from '../../../catalog/fields.ts';
import names from './header-words.json' with { type: 'json' };
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

/**
 * The names of columns, by the fields that they hold. `commission` is the commission in words or as a figure, and
 * `commission_unit` the unit of that figure.
 */
export const WORDS = {
	programs: wordsOf(names.programs),
	reviews: wordsOf({
		...names.reviews,
		program: names.programs.name,
		created_at: [...names.programs.created_at, ...names.reviews.created_at],
	}),
} as const;

/** Columns that editors keep for themselves, and times of changes, which the snapshot keeps itself. They are never read. */
const PRIVATE_WORDS = new Set(listOf(names.private));

function wordsOf(table: { readonly [field: string]: readonly string[] }): ReadonlyMap<string, readonly string[]> {
	return new Map(Object.entries(table).map(([field, words]) => [field, listOf(words)]));
}

function listOf(lines: readonly string[]): string[] {
	return lines.flatMap((line) => line.split(', '));
}

/** Makes the name of a column comparable: `Min. payout (€)` and `minPayout` are `min payout`. */
export function plainName(header: string): string {
	return header
		.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/ß/g, 'ss')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

export function isPrivate(header: string): boolean {
	return PRIVATE_WORDS.has(plainName(header));
}

/** Whether a text is what people call some column. */
export function isHeaderWord(text: string): boolean {
	return text.length < 80 && (isPrivate(text) || ALL_WORDS.has(plainName(text)));
}

const ALL_WORDS = new Set([...WORDS.programs.values(), ...WORDS.reviews.values()].flat());

/**
 * Returns how well a column's name says that it holds a field: 2 for our own name of the field, 1 for one of the field's names, less for a name that
 * contains one, and 0 if it says nothing.
 */
export function nameScore(header: string, field: string, words: readonly string[]): number {
	if (header === field) return 2;
	const name = plainName(header);
	if (name === '') return 0;
	if (name === field.replaceAll('_', ' ') || words.includes(name)) return 1;
	const contained = words.filter((word) => ` ${name} `.includes(` ${word} `));
	const longest = Math.max(0, ...contained.map((word) => word.length));
	if (longest > 0) return 0.4 + (0.4 * longest) / name.length;
	const compounds = words.filter((word) => word.length >= 5 && !word.includes(' ') && name.includes(word));
	return compounds.length > 0 ? 0.35 : 0;
}
