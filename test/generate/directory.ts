import type { Kind, RecordOf } from '../../src/catalog/records.ts';
import { generateCategories } from './categories.ts';
import { generateListings } from './listings.ts';
import { generateOrganizations } from './organizations.ts';
import { generatePrograms } from './programs.ts';
import { Random } from './random.ts';
import { generateReviews } from './reviews.ts';

export interface DirectorySize {
	readonly programs: number;
	/** The number of reviews. It must be 0 if there are no programs. */
	readonly reviews: number;
	/** A whole number from 0 to 2^53 - 1. */
	readonly seed: number;
}

/** The records by kind. Most records are made during iteration. Iterating again gives the same records. */
export type Directory = { readonly [K in Kind]: Iterable<RecordOf<K>> };

/**
 * Generates a directory with realistic proportions: only a few categories are large, most organizations run a single
 * program, words follow Zipf's law, and most programs have few reviews. The same size and seed always give the same
 * records.
 */
export function generateDirectory({ programs, reviews, seed }: DirectorySize): Directory {
	const listings = generateListings(programs, new Random(seed, 'listings'));
	const categories = [...generateCategories(programs, new Random(seed, 'categories'))];
	const slugs = categories.map(({ slug }) => slug);
	return {
		organizations: repeatable(() => generateOrganizations(listings.brands, new Random(seed, 'organizations'))),
		categories,
		programs: repeatable(() => generatePrograms(listings.programs, slugs, new Random(seed, 'programs'))),
		reviews: repeatable(() => generateReviews(listings.programs, reviews, new Random(seed, 'reviews'))),
	};
}

function repeatable<T>(start: () => Generator<T>): Iterable<T> {
	return { [Symbol.iterator]: start };
}
