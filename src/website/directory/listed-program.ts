import { COMMISSION_FIELDS } from '../../catalog/commission.ts';
import { type ListedFields, listedFields, type PublishedProgram } from '../../catalog/published.ts';
import { type ProgramDetail, statedType } from '../../catalog/resources.ts';
import type { ExploredProgram } from '../../search/facets.ts';
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
] as const;

/**
 * The program fields that lists show. Published programs have all of them. `listedProgram` adds the fields that items
 * of `GET /v1/programs` lack.
 */
export interface ListedProgram extends Pick<PublishedProgram, (typeof FIELDS)[number]> {
	readonly organization: { readonly name: string };
}

/** A program as its own page shows it: without `views` and `featured`. */
export type ShownProgram = Omit<PublishedProgram, 'views' | 'featured'>;

/** A listed program with all its fields, and its logo. */
export type ProgramEntry = ListedProgram & ListedFields & WithLogo;

/** Reduces a program to its entry in a list. */
export function programEntry(program: ProgramEntry): ProgramEntry {
	return {
		...pick(program, FIELDS),
		organization: { name: program.organization.name },
		...listedFields(program),
		logo: program.logo,
	};
}

/** Makes a listed program from one that the explorer found. */
export function listedProgram(item: ExploredProgram): ExploredProgram & ListedProgram {
	return {
		...withAverage(item),
		organization: { name: item.brand_name },
	};
}

/** A program in the response with all its fields. */
export type DetailedProgram = ReturnType<typeof detailedProgram>;

/** Makes a program from the response with all its fields, which has a type even if nothing states it. */
export function detailedProgram(detail: ProgramDetail) {
	const { commission_type, commission_evidence } = detail;
	return { ...withAverage(detail), commission_type: statedType(commission_type, commission_evidence) };
}

/** Adds the `rating_average` that programs in API responses lack. It is null if the program has no reviews. */
function withAverage<Program extends { readonly rating: number; readonly review_count: number }>(
	program: Program,
): Program & { readonly rating_average: number | null } {
	return { ...program, rating_average: program.review_count === 0 ? null : program.rating };
}
