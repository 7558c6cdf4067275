import { type ProvenanceFields, provenanceFields } from '../../catalog/provenance.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import type { programItem } from '../../catalog/views.ts';

const FIELDS = [
	'slug',
	'name',
	'description',
	'commission_type',
	'commission_rate',
	'commission_qualifier',
	'commission_text',
	'commission_amount',
	'commission_duration',
	'currency',
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

/** A listed program with the source of its facts and its logo's address. The address is null if there is no logo. */
export type ProgramEntry = ListedProgram & ProvenanceFields & { readonly logo: string | null };

/** Reduces a program to its entry in a list. */
export function programEntry(program: ProgramEntry): ProgramEntry {
	const fields = Object.fromEntries(FIELDS.map((field) => [field, program[field]]));
	return {
		...(fields as unknown as ListedProgram),
		organization: { name: program.organization.name },
		...provenanceFields(program),
		logo: program.logo,
	};
}

/** Makes a listed program from an item of `GET /v1/programs`. */
export function listedProgram<Item extends ReturnType<typeof programItem>>(item: Item): Item & ListedProgram {
	return {
		...item,
		organization: { name: item.brand_name },
		rating_average: item.review_count === 0 ? null : item.rating,
	};
}
