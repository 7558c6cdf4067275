/**
 * Who runs which programs since when: what all records of a directory must agree on, made before any of them. A listing
 * is small, so that a large directory can be held in memory as listings while its records pass through one by one.
 */
import type { Named } from '../catalog/published.ts';
import { growthInstant, instantSince } from './dates.ts';
import { brandName, productName, untaken } from './names.ts';
import type { Random } from './random.ts';
import { weightedIndex, zipf } from './weighted.ts';

export interface BrandListing extends Named {
	/** An instant, in seconds. */
	readonly created: number;
}

export interface ProgramListing extends BrandListing {
	readonly brand: BrandListing;
	/** The share of programs that are more popular: from 0, the most popular, up to 1. */
	readonly rank: number;
}

export interface Listings {
	readonly brands: readonly BrandListing[];
	readonly programs: readonly ProgramListing[];
}

/** How many programs a brand runs, less one: three in four run a single one, a few in a thousand run dozens. */
const drawMorePrograms = weightedIndex(zipf(60, 2.6));

/** That many programs and the brands that run them: about 0.6 brands for each program. */
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
