import { dataAt } from '../../api/directory.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import type { Release } from '../../release/release.ts';
import { withLogo } from '../directory/logos.ts';
import type { ComparedProgram } from './compare.ts';

/** Reads the programs with these slugs. Skips unknown slugs. */
export function readPrograms(release: Release, slugs: readonly string[]): ComparedProgram[] {
	return slugs.flatMap((slug) => {
		const program = dataAt<ProgramDetail>(release, `/programs/${slug}`);
		return program ? [withLogo(program, release)] : [];
	});
}
