import { COMMISSION_FIELDS } from '../../catalog/commission.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { type ProgramDetail, statedType } from '../../catalog/resources.ts';
import { pick } from '../../shared/pick.ts';
import type { WithLogo } from './logos.ts';

const FIELDS = [
	'slug',
	'name',
	'description',
	...COMMISSION_FIELDS,
	'currency',
	'source_name',
	'cookie_days',
	'tracking_platform',
	'verified',
	'rating_average',
	'review_count',
	'availability',
	'checked_at',
	'source_url',
	'imported_at',
] as const;

export interface ListedProgram extends Pick<PublishedProgram, (typeof FIELDS)[number]> {
	readonly organization: { readonly name: string };
}

/** A program as its own page shows it: without `views` and `featured`. */
export type ShownProgram = Omit<PublishedProgram, 'views' | 'featured'>;

export type ProgramEntry = ListedProgram & WithLogo;

/** Reduces a program to its entry in a list. */
export function programEntry(program: ProgramEntry): ProgramEntry {
	return {
		...pick(program, FIELDS),
		organization: { name: program.organization.name },
		logo: program.logo,
	};
}

/** A program in the response with all its fields. */
export type DetailedProgram = ReturnType<typeof detailedProgram>;

/** Makes a program from the response with all its fields, which has a type even if nothing states it. */
export function detailedProgram(detail: ProgramDetail) {
	const { commission_type, commission_evidence, rating, review_count } = detail;
	return {
		...detail,
		commission_type: statedType(commission_type, commission_evidence),
		rating_average: review_count === 0 ? null : rating,
	};
}
