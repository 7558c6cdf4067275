import type { PublishedProgram } from '../../catalog/published.ts';
import { similarPrograms } from '../../search/similar.ts';
import { once } from '../../shared/once.ts';

/** How many similar programs a program's page lists. */
export const MOST_LISTED = 6;

/**
 * Returns a function that returns the programs that a program's page lists as similar, by the program's slug. The
 * similar programs of all programs are found when it is first called.
 *
 * @param synonyms groups of phrases with the same meaning
 */
export function similarFinder<Program extends PublishedProgram>(
	programs: readonly Program[],
	synonyms: readonly (readonly string[])[],
): (slug: string) => readonly Program[] {
	const lists = once(() => {
		const similar = similarPrograms(programs, synonyms);
		return new Map(programs.map(({ slug }, number) => [slug, similar[number]!.subarray(0, MOST_LISTED)]));
	});
	return (slug) => Array.from(lists().get(slug) ?? [], (number) => programs[number]!);
}
