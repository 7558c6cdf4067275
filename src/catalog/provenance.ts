/** Where the facts about a program come from, and whether an editor has checked them. */
import type { Program } from './program.ts';

export type ProvenanceFields = Pick<Program, 'checked_at' | 'source_name' | 'imported_at'>;

/**
 * The provenance is `checked` if an editor has checked the facts, `imported` if they were imported from a registry and
 * not checked after that, and `unchecked` otherwise.
 */
export const PROVENANCES = ['checked', 'imported', 'unchecked'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export function provenanceOf({ checked_at, source_name, imported_at }: ProvenanceFields): Provenance {
	const isImported = source_name !== null || imported_at !== null;
	if (checked_at !== null && (imported_at === null || imported_at <= checked_at)) return 'checked';
	return isImported ? 'imported' : 'unchecked';
}

/**
 * Whether the site calls a program verified: an editor has confirmed it and checked its terms, with a date and a source.
 * A registry that an import reads can only mark its own programs, so such a mark is not enough.
 */
export function isVerified(program: ProvenanceFields & Pick<Program, 'verified' | 'source_url'>): boolean {
	return program.verified && program.source_url !== null && provenanceOf(program) === 'checked';
}
