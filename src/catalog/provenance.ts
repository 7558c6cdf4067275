/** Where the facts about a program come from, and whether an editor has checked them. */
import { pick } from '../shared/pick.ts';
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

const SOURCE_DEFAULT_COLUMNS = ['source_defaults', 'checked_at', 'source_name', 'imported_at'] as const;
export type SourceDefaultFields = Pick<Program, (typeof SOURCE_DEFAULT_COLUMNS)[number]>;

/** The fields of a program without source defaults. */
export const NO_SOURCE_DEFAULTS: SourceDefaultFields = {
	source_defaults: null,
	checked_at: null,
	source_name: null,
	imported_at: null,
};

/** Whether a value is one that the program's source gives for nearly every program, and no editor has checked it. */
export function isSourceDefault(program: SourceDefaultFields, field: keyof Program): boolean {
	return program.source_defaults?.some((name) => name === field) === true && provenanceOf(program) === 'imported';
}

/**
 * Returns a value of a program, or null if it is a source default. A source default says little about the program, so
 * rankings, averages, drawings and single lines of text leave it out, as if it was not known.
 */
export function ownValue<Field extends 'cookie_days' | 'payout_minimum'>(
	program: SourceDefaultFields & Pick<Program, Field>,
	field: Field,
): Program[Field] | null {
	return isSourceDefault(program, field) ? null : program[field];
}

/**
 * Returns the source defaults of a program for views that show only its cookie duration. Other defaults, and the dates and
 * names on which only they depend, are left out, so that they do not change these views.
 */
export function cookieDefaults(program: SourceDefaultFields): SourceDefaultFields {
	return program.source_defaults?.includes('cookie_days')
		? { ...pick(program, SOURCE_DEFAULT_COLUMNS), source_defaults: ['cookie_days'] }
		: NO_SOURCE_DEFAULTS;
}
