import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../src/shared/text.ts';
import type { ProgramView } from '../../../src/website/program/program-page.ts';
import { bestPages } from '../../../src/website/programs/best.ts';
import { PAGE_TYPES } from '../../../src/website/rendering/page-types.ts';
import { PER_PAGE, pageAddress } from '../../../src/website/ui/pagination.ts';
import { directoryAfter, generatedSnapshot } from '../../support/snapshot-directory.ts';

const SNAPSHOT = generatedSnapshot({ programs: 1000, reviews: 3000, seed: 1 });
const BEFORE = directoryAfter(SNAPSHOT);
const NOW = '2026-11-01T00:00:00Z';
/** Some of the sitemap's files change with any page, so only the index of the sitemap is compared. */
const SITEMAP = '/sitemap.xml';
const isSitemapFile = (address: string) => address.startsWith('/sitemaps/');
/** A program with many reviews, and with programs before and after it in every list. */
const PROGRAM = BEFORE.programs.slice(100).find(({ review_count }) => review_count > 20)!;

/** The views of all pages as JSON, by address. */
type Views = ReadonlyMap<string, string>;

function viewsAfter(sql = ''): Views {
	const directory = directoryAfter(SNAPSHOT, sql);
	return new Map(
		PAGE_TYPES.flatMap(({ pages }) =>
			[...pages(directory)].map(({ address, view }) => [address, JSON.stringify(view())] as const),
		),
	);
}

const viewsBefore = viewsAfter();

/** The effect of a change to the snapshot: the pages that it adds, removes or changes, and all views after it. */
function changesOf(sql: string) {
	const visits = viewsAfter(sql);
	const addresses = [...new Set([...viewsBefore.keys(), ...visits.keys()])];
	const changed = addresses.filter((address) => visits.get(address) !== viewsBefore.get(address));
	return { changed: changed.filter((address) => !isSitemapFile(address)).sort(), visits };
}

const isProgramPage = (address: string) => /^\/programs\/(?!page\/)./.test(address);

function similarTo(address: string, visits: Views): string[] {
	const { similar } = JSON.parse(visits.get(address)!) as ProgramView;
	return similar.map(({ slug }) => slug);
}

/** The first and the last page of a list whose last page has room for another program. */
function endsOf(base: string, { programs }: { readonly programs: readonly unknown[] }): string[] {
	expect(programs.length % PER_PAGE.programs).toBeGreaterThan(0);
	const last = Math.ceil(programs.length / PER_PAGE.programs);
	expect(last).toBeGreaterThan(1);
	return [base, `${base}page/${last}/`];
}

describe('A new program at the end of lists', () => {
	/** The first group with several pages and room on the last one. */
	const longOne = <Group extends { readonly programs: readonly unknown[] }>(groups: readonly Group[]) =>
		groups.find(({ programs }) => programs.length > PER_PAGE.programs && programs.length % PER_PAGE.programs > 0)!;
	const category = longOne(BEFORE.categories);
	const network = longOne(BEFORE.networks);
	const organization = longOne(BEFORE.organizations);
	const place = BEFORE.organizations.indexOf(organization);
	const [like] = category.programs;
	const { changed, visits } = changesOf(`
		INSERT INTO programs (slug, name, description, organization, commission_type, commission_rate, tracking_platform,
			website_url, created_at, updated_at)
		VALUES ('zz-newcomer', 'Zyzzyx', '${like!.description}', '${organization.slug}', 'recurring', NULL, '${network.slug}',
			'https://a.example/', '${NOW}', '${NOW}');
		INSERT INTO program_categories VALUES ('zz-newcomer', 1, '${category.slug}')`);
	const isOther = (address: string) => isProgramPage(address) && address !== '/programs/zz-newcomer/';

	test('changes its own lists at their start and end, pages about the whole directory, and its feeds', () => {
		expect(changed.filter((address) => !isOther(address))).toEqual(
			[
				...splitWords('/ /categories/ /networks/ /statistics/'),
				SITEMAP,
				'/programs/zz-newcomer/',
				...endsOf('/programs/', BEFORE),
				...endsOf(`/categories/${category.slug}/`, category),
				`/categories/${category.slug}/best/`,
				...endsOf(`/networks/${network.slug}/`, network),
				...endsOf(`/organizations/${organization.slug}/`, organization),
				pageAddress('/organizations/', 1 + Math.floor(place / PER_PAGE.organizations)),
				'/feeds/programs.atom',
				`/feeds/categories/${category.slug}.atom`,
			].sort(),
		);
	});

	test('changes the pages of a few programs, among them all that show it', () => {
		const programs = changed.filter(isOther);
		const showing = [...visits.keys()].filter(
			(address) => isOther(address) && similarTo(address, visits).includes('zz-newcomer'),
		);
		expect(showing).toContain(`/programs/${like!.slug}/`);
		expect(programs).toEqual(expect.arrayContaining(showing));
		expect(programs.length).toBeLessThan(80);
	});
});

test('An edited description of a program changes only pages that show it, a few of similar programs, and the sitemap', () => {
	const { changed, visits } = changesOf(
		`UPDATE programs SET description = 'Sells anvils.', updated_at = '${NOW}' WHERE slug = '${PROGRAM.slug}'`,
	);
	const shown = [...visits].filter(([, view]) => view.includes('Sells anvils.')).map(([address]) => address);
	expect(shown.length).toBeGreaterThan(4);
	expect(shown.filter((address) => /^\/(?:reviews|feeds\/reviews|statistics|about)/.test(address))).toEqual([]);
	const others = changed.filter((address) => !shown.includes(address) && address !== SITEMAP);
	expect(others.length).toBeLessThan(80);
	expect(changed).toEqual([...shown, ...others, SITEMAP].sort());
	expect(shown.filter(isProgramPage)).toEqual(
		expect.arrayContaining([`/programs/${PROGRAM.slug}/`, `/programs/${PROGRAM.slug}/page/2/`]),
	);
});

test('A new review changes only pages that show its program, and pages about all reviews', () => {
	const { changed, visits } = changesOf(`
		INSERT INTO reviews (id, program, author, rating, created_at, updated_at)
			SELECT 'rev_new', '${PROGRAM.slug}', author, 5, '${NOW}', '${NOW}' FROM reviews LIMIT 1`);
	const aboutAll = ['/', '/feeds/reviews.atom', '/statistics/', SITEMAP];
	expect(changed).toEqual(expect.arrayContaining([...aboutAll, '/reviews/rev_new/', `/programs/${PROGRAM.slug}/`]));
	const others = changed.filter((address) => !aboutAll.includes(address));
	expect(others.filter((address) => !visits.get(address)!.includes(PROGRAM.name))).toEqual([]);
});

describe('A different number of views', () => {
	test('changes only the home page, which shows the most viewed programs, if the order stays the same', () => {
		const most = Math.max(...BEFORE.programs.map(({ views }) => views));
		expect(changesOf(`UPDATE programs SET views = views + 1 WHERE views = ${most}`).changed).toEqual(['/']);
	});

	test('changes no pages of programs or reviews', () => {
		const { changed } = changesOf(`UPDATE programs SET views = 1000000 WHERE slug = '${PROGRAM.slug}'`);
		expect(changed).toContain('/programs/page/2/');
		expect(changed.filter((address) => isProgramPage(address) || address.startsWith('/reviews/'))).toEqual([]);
	});

	test('changes the list of all programs between the old and the new place', () => {
		const place = BEFORE.programs.indexOf(PROGRAM);
		const target = place - 2 * PER_PAGE.programs;
		const views = BEFORE.programs[target]!.views + 1;
		const { changed } = changesOf(`UPDATE programs SET views = ${views} WHERE slug = '${PROGRAM.slug}'`);
		const pages = changed.filter((address) => /^\/programs\/(?:page\/|$)/.test(address));
		const first = Math.floor(target / PER_PAGE.programs) + 1;
		expect(pages).toEqual([first, first + 1, first + 2].map((page) => `/programs/page/${page}/`));
	});
});

describe('The best programs of a category', () => {
	const { category, listed } = [...bestPages.pages(BEFORE)]
		.map((page) => page.view())
		.map(({ category: { slug }, lists }) => ({
			category: BEFORE.categories.find((other) => other.slug === slug)!,
			listed: new Set(lists.flatMap(({ programs }) => programs.map((program) => program.slug))),
		}))[0]!;
	const page = `/categories/${category.slug}/best/`;
	const setRate = (slug: string, rate: number) =>
		changesOf(`UPDATE programs SET commission_rate = ${rate}, updated_at = '${NOW}' WHERE slug = '${slug}'`);
	const last = category.programs.find(
		({ slug, commission_rate: rate }) => !listed.has(slug) && rate !== null && rate < 10,
	)!;

	test('do not change if a program that is not among them pays a little more', () => {
		expect(setRate(last.slug, last.commission_rate! + 0.5).changed).not.toContain(page);
	});

	test('change if a program that is not among them now pays the most', () => {
		expect(setRate(last.slug, 99).changed).toContain(page);
	});
});
