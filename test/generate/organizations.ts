import type { Organization } from '../../src/catalog/organization.ts';
import { timestamp } from './dates.ts';
import type { BrandListing } from './listings.ts';
import { sentence } from './prose.ts';
import type { Random } from './random.ts';
import { weighted } from './weighted.ts';

const drawPlan = weighted([
	[85, ['free']],
	[11, ['claimed']],
	[4, ['pro']],
]);

export function* generateOrganizations(brands: readonly BrandListing[], random: Random): Generator<Organization> {
	for (const { slug, name, created } of brands) {
		yield {
			slug,
			name,
			description: random.chance(0.2) ? null : sentence(random, random.between(80, 160)),
			logo_url: random.chance(0.15) ? null : `https://cdn.example/logos/${slug}.svg`,
			website_url: random.chance(0.1) ? null : `https://${slug}.example/`,
			plan: drawPlan(random),
			created_at: timestamp(created),
		};
	}
}
