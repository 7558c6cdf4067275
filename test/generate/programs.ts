import { defaultsOf } from '../../src/catalog/columns.ts';
import { PROGRAM_COLUMNS, type Program } from '../../src/catalog/program.ts';
import { splitWords } from '../../src/shared/text.ts';
import { commission } from './commission.ts';
import { END, instantSince, timestamp } from './dates.ts';
import type { ProgramListing } from './listings.ts';
import { markdown, sentence } from './prose.ts';
import type { Random } from './random.ts';
import { weighted, weightedIndex, zipf } from './weighted.ts';

const PLATFORMS = splitWords(`
	partnerstack in-house impact awin shareasale cj rewardful rakuten firstpromoter tapfiliate refersion dub everflow
	tolt post-affiliate-pro
`);
const drawPlatform = weightedIndex(zipf(PLATFORMS.length, 1));

const drawCookieDays = weighted([
	[40, [30]],
	[18, [60, 90]],
	[10, [null]],
	[3, [7, 45, 365]],
	[1, [0, 1, 14, 120, 180]],
]);

const DEFAULTS = defaultsOf(PROGRAM_COLUMNS);

export function* generatePrograms(
	listings: readonly ProgramListing[],
	categories: readonly string[],
	random: Random,
): Generator<Program> {
	const drawCategory = weightedIndex(zipf(categories.length, 1));
	for (const { slug, name, brand, rank, created } of listings) {
		const site = `https://${brand.slug}.example/`;
		const updated = random.chance(0.3) ? created : instantSince(created, random);
		const checked = random.chance(0.4) ? null : random.between(updated, END);
		yield {
			...DEFAULTS,
			slug,
			name,
			description: sentence(random, random.between(80, 160)),
			long_description: random.chance(0.15) ? '' : markdown(random, random.between(60, 1150), site),
			organization: brand.slug,
			categories: some(random, () => categories[drawCategory(random)] as string),
			...commission(random),
			cookie_days: drawCookieDays(random),
			tracking_platform: random.chance(0.12) ? null : (PLATFORMS[drawPlatform(random)] as string),
			website_url: site,
			signup_url: random.chance(0.08) ? null : `${site}partners/${slug}`,
			logo_url: random.chance(0.15) ? null : `https://cdn.example/logos/${slug}.svg`,
			verified: random.chance(0.3),
			featured: random.chance(0.005),
			views: views(rank, random),
			status: random.chance(0.02) ? 'draft' : 'published',
			checked_at: checked === null ? null : timestamp(checked),
			source_url: checked === null ? null : `${site}terms`,
			created_at: timestamp(created),
			updated_at: timestamp(updated),
		};
	}
}

/** Draws one to three different values. */
function some(random: Random, draw: () => string): string[] {
	const values = new Set([draw()]);
	while (random.chance(0.35) && values.size < 3) values.add(draw());
	return [...values];
}

/**
 * Draws a program's number of views. The numbers follow a power law with some randomness. Half of all programs have at
 * most a few dozen views, and some have millions.
 */
function views(rank: number, random: Random): number {
	const typical = 30 * ((rank + 2 ** -32) ** -0.9 - 1);
	return Math.floor(typical * Math.exp(0.7 * random.normal()));
}
