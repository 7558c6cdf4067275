import type { PublishedProgram } from '../../catalog/published.ts';
import { compareDefault } from '../../search/order.ts';
import type { Sections } from '../../search/sections.ts';
import { similarPrograms } from '../../search/similar.ts';
import { packSimilar, similarReader } from '../../search/similar-index.ts';
import { once } from '../../shared/once.ts';

/** How many similar programs a program's page lists. */
export const MOST_LISTED = 6;

export interface SimilarFinder<Program> {
	/** The section of the program index with the similar programs of all programs. They are found at the first call. */
	similar(): Sections;
	/** Returns the programs that a program's page lists as similar, the most similar one first. */
	similarTo(slug: string): readonly Program[];
}

/** @param synonyms groups of phrases with the same meaning */
export function similarFinder<Program extends PublishedProgram>(
	programs: readonly Program[],
	synonyms: readonly (readonly string[])[],
): SimilarFinder<Program> {
	const find = once(() => {
		const sorted = programs.toSorted(compareDefault);
		const similar = packSimilar(similarPrograms(sorted, synonyms));
		const read = similarReader(
			sorted.map(({ slug }) => slug),
			similar,
		);
		return { similar, read, bySlug: new Map(programs.map((program) => [program.slug, program])) };
	});
	return {
		similar: () => find().similar,
		similarTo(slug) {
			const { read, bySlug } = find();
			return read(slug)
				.slice(0, MOST_LISTED)
				.map((other) => bySlug.get(other)!);
		},
	};
}
