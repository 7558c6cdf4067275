/** The comparison of programs: the programs side by side, and a search for more of them. */

import { dataAt } from '../../api/release-data.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import type { Release } from '../../release/release.ts';
import { currentSlugs } from '../directory/current-slugs.ts';
import { detailedProgram } from '../directory/listed-program.ts';
import { withLogo } from '../directory/logos.ts';
import { MOST_COMPARED, parseChoice } from './choice.ts';
import type { ComparedProgram } from './compare.ts';

/** The maximum number of programs to look up for one request. */
const MOST_READ = 20;
/** The maximum length of the search text, in characters. */
const LONGEST_SEARCH = 100;
const FOUND = 8;

export function comparePage(release: Release, query: URLSearchParams) {
	const choice = currentSlugs(release, parseChoice(query.get('programs')).slice(0, MOST_READ));
	const known = readPrograms(release, choice);
	const programs = known.slice(0, MOST_COMPARED);
	const q = (query.get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
	return {
		programs,
		// The requested programs for which there is no room.
		leftOut: known.slice(MOST_COMPARED),
		// How many of the requested programs are not in the directory.
		unknown: choice.length - known.length,
		q,
		found: q === '' ? [] : release.programs({ q, offset: 0, limit: FOUND + programs.length }).map(detailedProgram),
	};
}

/** Reads the programs with these slugs. Skips unknown slugs. */
export function readPrograms(release: Release, slugs: readonly string[]): ComparedProgram[] {
	return slugs.flatMap((slug) => {
		const program = dataAt<ProgramDetail>(release, `/programs/${slug}`);
		return program ? [withLogo(detailedProgram(program), release)] : [];
	});
}
