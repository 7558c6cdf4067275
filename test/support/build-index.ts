import type { PublishedProgram } from '../../src/catalog/published.ts';
import { updateIndex } from '../../src/search/build-index.ts';
import { newPrograms } from '../../src/search/changed-programs.ts';
import type { Sections } from '../../src/search/sections.ts';

/**
 * Builds the index of the program search.
 *
 * @param programs all published programs in the default order. The number of a program is its position
 */
export function buildIndex(programs: readonly PublishedProgram[]): Sections {
	return updateIndex({}, newPrograms(programs));
}
