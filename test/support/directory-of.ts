import type { PublishedProgram, PublishedReview } from '../../src/catalog/published.ts';
import { type Directory, networksOf, repeatedProgram } from '../../src/website/directory/directory.ts';
import { lastChange } from '../../src/website/directory/page-type.ts';
import { similarFinder } from '../../src/website/directory/similar.ts';

/**
 * Makes a directory of the given programs and reviews, with the organizations and categories that the programs name. It
 * has no logos.
 */
export function directoryOf(
	published: readonly PublishedProgram[],
	reviews: readonly PublishedReview[] = [],
): Directory {
	const reviewsOf = (slug: string) => reviews.filter((review) => review.program.slug === slug);
	const programs = published.map((program) => ({
		...program,
		logo: null,
		reviewed_at: lastChange(reviewsOf(program.slug)) ?? null,
	}));
	const members = Map.groupBy(
		programs.flatMap((program) => program.categories.map((category) => ({ program, category }))),
		({ category }) => category.slug,
	);
	const organizations = [...Map.groupBy(programs, (program) => program.organization.slug).values()]
		.map((own) => ({
			...own[0]!.organization,
			description: null,
			logo_url: null,
			logo: null,
			website_url: null,
			plan: 'free' as const,
			created_at: '2025-01-01T00:00:00Z',
			programs: own,
		}))
		.map((organization) => ({ ...organization, repeats: repeatedProgram(organization) }));
	return {
		programs,
		categories: [...members.values()].map((pairs) => ({
			...pairs[0]!.category,
			description: null,
			icon: 'tag',
			programs: pairs.map(({ program }) => program),
		})),
		organizations,
		listedOrganizations: organizations.filter(({ repeats }) => repeats === null),
		networks: networksOf(programs).map((network) => ({ ...network, logo: null })),
		reviews: {
			total: reviews.length,
			lastChange: lastChange(reviews),
			newest: () => reviews,
			ratings: () => reviews.map(({ rating }) => rating),
		},
		reviewsOf: ({ slug }) => reviewsOf(slug),
		reviewDatesOf: ({ slug }) => reviewsOf(slug),
		...similarFinder(programs, []),
	};
}
