/**
 * Listings contain the facts on which all records of a directory must agree, such as the programs' owners and creation
 * times. Even the listings of a large directory fit into memory. The records themselves are made one by one.
 */
import type { Named } from '../../src/catalog/published.ts';
import { growthInstant, instantSince } from './dates.ts';
import { brandName, productName, untaken } from './names.ts';
import type { Random } from './random.ts';
import { weightedIndex, zipf } from './weighted.ts';

export interface BrandListing extends Named {
	/** The instant at which the brand or program was created, in seconds since 1970. */
	readonly created: number;
}

export interface ProgramListing extends BrandListing {
	readonly brand: BrandListing;
	/** The share of programs that are more popular than this one: 0 for the most popular program, up to 1. */
	readonly rank: number;
}

interface Listings {
	readonly brands: readonly BrandListing[];
	readonly programs: readonly ProgramListing[];
}

/**
 * Draws how many programs a brand runs in addition to its first one. Three in four brands run only one program. A few
 * in a thousand run dozens.
 */
const drawMorePrograms = weightedIndex(zipf(60, 2.6));

/** Makes `count` programs, and the brands that run them: about 0.6 brands per program. */
export function generateListings(count: number, random: Random): Listings {
	const brands: BrandListing[] = [];
	const programs: ProgramListing[] = [];
	const takenByBrands = new Set<string>();
	const takenByPrograms = new Set<string>();
	while (programs.length < count) {
		const created = growthInstant(random);
		const brand = { ...untaken(takenByBrands, () => brandName(random)), created };
		brands.push(brand);
		const size = Math.min(count - programs.length, 1 + drawMorePrograms(random));
		for (let nth = 0; nth < size; nth++) {
			programs.push({
				...untaken(takenByPrograms, () => (nth === 0 ? brand : productName(brand, random))),
				created: nth === 0 ? created : instantSince(created, random),
				brand,
				rank: random.fraction(),
			});
		}
	}
	return { brands, programs };
}
