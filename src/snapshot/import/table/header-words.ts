/** What people call the columns of their tables, in several languages. */
import names from './header-words.json' with { type: 'json' };

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
