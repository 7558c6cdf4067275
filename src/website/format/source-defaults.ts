/** Words for values that a registry gives for nearly every program. Pages show such a value together with its source. */

import type { Program } from '../../catalog/program.ts';
import { isSourceDefault, type SourceDefaultFields } from '../../catalog/provenance.ts';
import { excerpt } from '../../shared/excerpt.ts';

const LONGEST_NAME = 40;

/** Adds the source to words for a default value: `$50 according to OpenAffiliate`. Other words are returned as they are. */
export function withSource(program: SourceDefaultFields, field: keyof Program, words: string | null): string | null {
	return words !== null && isSourceDefault(program, field) ? `${words} ${accordingTo(program)}` : words;
}

/** `according to OpenAffiliate`. */
export function accordingTo({ source_name }: SourceDefaultFields): string {
	return `according to ${source_name === null ? 'its source' : excerpt(source_name, LONGEST_NAME)}`;
}
