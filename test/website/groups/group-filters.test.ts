import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { buildIndex } from '../../../src/search/build-index.ts';
import { ProgramIndex } from '../../../src/search/program-index.ts';
import { programQuery, readExplorerQuery } from '../../../src/website/explorer/query.ts';
import { groupFilters } from '../../../src/website/groups/group-filters.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { directoryAfter, generatedSnapshot } from '../../support/snapshot-directory.ts';

type Fields = Partial<PublishedProgram>;

const WITHIN = { category: 'mail' };
const CHECKED_AT = '2026-02-01T00:00:00Z';

/** The filters of twelve programs, the first of which have these fields. */
function filtersOf(...first: readonly Fields[]) {
	const rest = Array.from({ length: 12 - first.length }, (): Fields => ({}));
	return groupFilters([...first, ...rest].map(publishedProgram), WITHIN)!;
}

const times = (count: number, fields: Fields): Fields[] => Array.from({ length: count }, () => fields);

describe('groupFilters', () => {
	test('has nothing for a short list', () => {
		expect(groupFilters(times(9, { checked_at: CHECKED_AT }).map(publishedProgram), WITHIN)).toBeNull();
		expect(filtersOf()).toEqual({ selects: [], links: [] });
	});

	test('offers the values that divide the group, the most common first, with their counts', () => {
		const { selects } = filtersOf(...times(4, { commission_type: 'recurring', commission_rate: 35 }));
		expect(selects.map(({ field, choices }) => [field, choices.map(({ label }) => label)])).toEqual([
			['commission_type', ['One-time (8)', 'Recurring (4)']],
			['min_guaranteed', ['10% or more (4)', '20% or more (4)', '30% or more (4)']],
		]);
	});

	test('does not offer to choose the group again', () => {
		const categories = (slug: string) => ({ categories: [{ slug, name: slug }] });
		expect(filtersOf(...times(6, categories('mail')), categories('shops')).selects).toEqual([]);
	});

	test('links to the strictest minimum that three programs reach', () => {
		const { links } = filtersOf(...times(3, { cookie_days: 60 }), ...times(2, { cookie_days: 365 }));
		expect(links).toEqual([
			{
				label: 'Cookie 60\u00a0days or longer',
				address: '/programs/search/?category=mail&min_cookie_days=60',
				programs: 5,
			},
		]);
	});

	test('links to features that some programs of the group have, but not all', () => {
		const { links } = filtersOf({ checked_at: CHECKED_AT, approval: 'automatic' }, { commission_type: 'recurring' });
		expect(links.map(({ label, programs }) => [label, programs])).toEqual([
			['Recurring', 1],
			['Approval: automatic', 1],
			['Checked by an editor', 1],
		]);
		expect(filtersOf(...times(12, { checked_at: CHECKED_AT })).links).toEqual([]);
	});
});

test('The explorer finds as many programs as the filters say', () => {
	const directory = directoryAfter(generatedSnapshot({ programs: 400, reviews: 2000, seed: 1 }));
	const index = new ProgramIndex(buildIndex(directory.programs));
	const totalAt = (address: string) => {
		const request = readExplorerQuery(new URL(address, 'https://a.example').searchParams);
		return index.search(programQuery(request)).total;
	};
	let links = 0;
	const groups = [
		...directory.categories.map(({ slug, programs }) => ({ programs, within: { category: slug } })),
		...directory.organizations.map(({ slug, programs }) => ({ programs, within: { organization: slug } })),
		...directory.networks.map(({ slug, programs }) => ({ programs, within: { tracking_platform: slug } })),
	];
	for (const { programs, within } of groups) {
		const filters = groupFilters(programs, within);
		for (const link of filters?.links ?? []) {
			expect(totalAt(link.address), link.address).toBe(link.programs);
			links++;
		}
		for (const { field, choices } of filters?.selects ?? []) {
			for (const { value, label } of choices) {
				const address = `/?${new URLSearchParams({ ...within, [field]: value })}`;
				expect(label, address).toContain(`(${totalAt(address)})`);
			}
		}
	}
	expect(links).toBeGreaterThan(10);
});
