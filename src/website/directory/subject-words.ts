import type { PublishedProgram } from '../../catalog/published.ts';
import { fold, words } from '../../search/text.ts';

/** Shorter words, such as `to` and `by`, rarely say what a program is about. */
const SHORTEST = 3;

/**
 * Returns the words that say what a program is about: those of its name, its tags and its short description, folded.
 * Numbers are left out. Words that differ only in a plural s are the same word.
 */
export function subjectWords({ name, description, tags }: Pick<PublishedProgram, 'name' | 'description' | 'tags'>) {
	return words(fold([name, description, ...(tags ?? [])].join(' ')))
		.filter((word) => word.length >= SHORTEST && Number.isNaN(Number(word)))
		.map((word) => (word.length > SHORTEST && word.endsWith('s') ? word.slice(0, -1) : word));
}
