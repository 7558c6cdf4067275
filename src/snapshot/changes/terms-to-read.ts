import type Database from 'better-sqlite3';
import { programsToFill } from '../terms/fill-terms.ts';
import { type Difference, differenceOf, oddFirst } from './diff.ts';

/**
 * Returns the differences that a build makes in its copy of a snapshot: the empty columns for terms that it fills by
 * reading the programs' words. Odd differences come first.
 */
export function termsToRead(db: Database.Database): Difference[] {
	const found = [...programsToFill(db)].flatMap(({ program, filled }) =>
		differenceOf('programs', program.slug, program, filled),
	);
	return oddFirst(found);
}
