import type { Kind, RecordOf } from '../catalog/records.ts';
import { generateCategories } from './categories.ts';
import { generateListings } from './listings.ts';
import { generateOrganizations } from './organizations.ts';
import { generatePrograms } from './programs.ts';
import { Random } from './random.ts';
import { generateReviews } from './reviews.ts';

/** What to generate. */
export interface DirectorySize {
	readonly programs: number;
	/** Without programs there can be none. */
	readonly reviews: number;
	/** A whole number from 0 to 2^53 - 1. */
	readonly seed: number;
}

/** Records by kind. They are made while they are iterated, and made again, the same, by iterating again. */
export type Directory = { readonly [K in Kind]: Iterable<RecordOf<K>> };

/**
 * An invented directory, shaped like real ones: few large categories, organizations that mostly run one program, words
 * after Zipf's law, most programs with few reviews. The same size and seed make the same records, always.
 */
export function generateDirectory({ programs, reviews, seed }: DirectorySize): Directory {
	const listings = generateListings(programs, new Random(seed, 'listings'));
	const categories = [...generateCategories(programs, new Random(seed, 'categories'))];
	const slugs = categories.map(({ slug }) => slug);
	return {
		organizations: again(() => generateOrganizations(listings.brands, new Random(seed, 'organizations'))),
		categories,
		programs: again(() => generatePrograms(listings.programs, slugs, new Random(seed, 'programs'))),
		reviews: again(() => generateReviews(listings.programs, reviews, new Random(seed, 'reviews'))),
	};
}

function again<T>(start: () => Generator<T>): Iterable<T> {
	return { [Symbol.iterator]: start };
}
