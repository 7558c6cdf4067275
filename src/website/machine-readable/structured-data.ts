/**
 * The structured data of pages, in the schema.org vocabulary. It contains only stored facts that the page shows. For
 * example, a program without reviews has no rating here either.
 */
import type { Organization } from '../../catalog/organization.ts';
import { type Named, type PublishedReview, roundRating } from '../../catalog/published.ts';
import { excerpt } from '../../shared/text.ts';
import { HOME, organizationAddress, type PageLink, programAddress, reviewAddress, SEARCH } from '../addresses.ts';
import type { ShownProgram } from '../directory/listed-program.ts';
import { outbound } from '../format/links.ts';
import { reviewTitle } from '../review/reviews.ts';
import type { ListPage } from '../ui/pagination.ts';

/** An object in the vocabulary of schema.org. */
export interface Thing {
	readonly '@type': string;
	readonly [property: string]: unknown;
}

/** The public address of the site, in the form of `Astro.site`. */
export type SiteAddress = URL | undefined;

const LONGEST_TEXT = 300;

/** Writes objects as the content of a `<script type="application/ld+json">`. Escapes text that could end the script. */
export function jsonLd(things: readonly Thing[]): string {
	return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
}

/** Describes the breadcrumbs from the home page to the current page, including both. */
export function breadcrumbList(places: readonly PageLink[], site: SiteAddress): Thing {
	return {
		'@type': 'BreadcrumbList',
		itemListElement: places.map((place, index) => listItem(place, index, 'item', site)),
	};
}

/** Describes the items on one page of a list, in order. */
export function itemList<T>(
	page: Pick<ListPage<T>, 'items' | 'offset' | 'whole'>,
	placeOf: (item: T) => PageLink,
	site: SiteAddress,
): Thing {
	return {
		'@type': 'ItemList',
		...(page.whole && { numberOfItems: page.whole.items }),
		itemListElement: page.items.map((item, index) => listItem(placeOf(item), page.offset + index, 'url', site)),
	};
}

/** Returns a program's name and address, for use in `itemList`. */
export function placeOfProgram({ slug, name }: Named): PageLink {
	return { name, address: programAddress(slug) };
}

function listItem({ name, address }: PageLink, index: number, property: 'item' | 'url', site: SiteAddress): Thing {
	return { '@type': 'ListItem', position: index + 1, name: short(name), [property]: absolute(address, site) };
}

/** Describes a program, its rating and the given reviews. Returns an empty array if the program has no reviews. */
export function programThings(program: ShownProgram, reviews: readonly PublishedReview[], site: SiteAddress): Thing[] {
	if (program.rating_average === null) return [];
	return [
		{
			...product(program, site),
			description: short(program.description) || undefined,
			brand: {
				'@type': 'Organization',
				name: short(program.organization.name),
				url: absolute(organizationAddress(program.organization.slug), site),
			},
			aggregateRating: {
				'@type': 'AggregateRating',
				ratingValue: roundRating(program.rating_average),
				reviewCount: program.review_count,
				...SCALE,
			},
			review: reviews.map((review) => reviewOf(review, site)),
		},
	];
}

/** Describes a review for the review's own page. */
export function reviewThing(review: PublishedReview, site: SiteAddress): Thing {
	return { ...reviewOf(review, site), itemReviewed: product(review.program, site) };
}

const SCALE = { bestRating: 5, worstRating: 1 } as const;

function product({ slug, name }: Named, site: SiteAddress): Thing {
	return { '@type': 'Product', name: short(name), url: absolute(programAddress(slug), site) };
}

function reviewOf(review: PublishedReview, site: SiteAddress): Thing {
	return {
		'@type': 'Review',
		url: absolute(reviewAddress(review.id), site),
		name: short(reviewTitle(review)),
		reviewBody: short(review.body) || undefined,
		author: { '@type': 'Person', name: short(review.author_display_name) },
		datePublished: review.created_at,
		reviewRating: { '@type': 'Rating', ratingValue: review.rating, ...SCALE },
	};
}

export function organizationThing(organization: Organization): Thing {
	return {
		'@type': 'Organization',
		name: short(organization.name),
		url: outbound(organization.website_url) ?? undefined,
		description: short(organization.description ?? '') || undefined,
	};
}

export function webSite(
	{ name, description }: { readonly name: string; readonly description: string },
	site: SiteAddress,
): Thing {
	return {
		'@type': 'WebSite',
		name,
		description,
		url: absolute(HOME.address, site),
		potentialAction: {
			'@type': 'SearchAction',
			target: { '@type': 'EntryPoint', urlTemplate: `${absolute(SEARCH.address, site)}?q={search_term_string}` },
			'query-input': 'required name=search_term_string',
		},
	};
}

function absolute(address: string, site: SiteAddress): string {
	return new URL(address, site).href;
}

function short(text: string): string {
	return excerpt(text.trim(), LONGEST_TEXT);
}
