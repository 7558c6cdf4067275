import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/api/endpoints.ts';
import { PROJECT } from '../../../src/shared/project.ts';
import { documentationPage } from '../../../src/website/documentation/documentation.ts';
import { API_MANUAL, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { exampleRecords, withExampleRecords } from '../../../src/website/documentation/example-records.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';
import { directoryAfter, sampleSnapshot } from '../../support/snapshot-directory.ts';

const acme = publishedProgram({
	slug: 'acme',
	name: 'Acme "Plus"',
	commission_rate: null,
	organization: { slug: 'acme-inc', name: 'Acme Inc.' },
	categories: [{ slug: 'tools', name: 'Tools' }],
	review_count: 2,
});
const DIRECTORY = directoryOf(
	[publishedProgram({ slug: 'zebra', review_count: 1 }), acme, publishedProgram({ slug: 'abacus' })],
	['rev_2', 'rev_1'].map((id) => publishedReview({ id, program: acme })),
);
const RECORDS = exampleRecords(DIRECTORY)!;

describe('The records that examples name', () => {
	test('are the first program with reviews, and records that belong to it', () => {
		expect(RECORDS).toMatchObject({
			program: { slug: 'acme' },
			organization: 'acme-inc',
			category: 'tools',
			review: 'rev_1',
		});
	});

	test('are those of the sample, if the directory has them or is empty', async () => {
		expect(exampleRecords(directoryAfter(await sampleSnapshot()))).toBeUndefined();
		expect(exampleRecords(directoryOf([]))).toBeUndefined();
	});

	test('stay the same when other programs change', () => {
		const more = [
			...DIRECTORY.programs,
			{ ...publishedProgram({ slug: 'beta', views: 9, review_count: 9 }), logo: null },
		];
		expect(exampleRecords({ ...DIRECTORY, programs: more.toReversed() })).toEqual(RECORDS);
	});
});

describe('An example', () => {
	test.each([
		["client.getProgram('larkpost')", "client.getProgram('acme')"],
		['/programs/larkpost/reviews', '/programs/acme/reviews'],
		[
			'/organizations/larkpost and /organizations/fernhollow-group/programs',
			'/organizations/acme-inc and /organizations/acme-inc/programs',
		],
		['/categories/marketing', '/categories/tools'],
		['/reviews/rev_BzVThq9db6', '/reviews/rev_1'],
		['There is no program "larkpots"', 'There is no program "acmes"'],
		['slugs=larkpost,larkpost-academy', 'slugs=acme,abacus'],
		['marketing_materials and email marketing', 'marketing_materials and email marketing'],
	])('changes %j to %j', (text, changed) => {
		expect(withExampleRecords(text, RECORDS)).toBe(changed);
		expect(withExampleRecords(text, undefined)).toBe(text);
	});

	test('shows the values of the program, not those of the sample', () => {
		const text =
			'{ "data": [{ "slug": "larkpost", "name": "Larkpost", "commission_rate": 30, "categories": ["A, B"] }] }';
		const changed =
			'{ "data": [{ "slug": "acme", "name": "Acme \\"Plus\\"", "commission_rate": null, "categories": ["Tools"] }] }';
		expect(withExampleRecords(text, RECORDS)).toBe(changed);
	});

	test('shows the next program of a list, or none if there is only one', () => {
		const text = '[{ "slug": "larkpost" }, { "slug": "larkpost-academy" }]';
		expect(withExampleRecords(text, RECORDS)).toBe('[{ "slug": "acme" }, { "slug": "abacus" }]');
		expect(withExampleRecords(text, { ...RECORDS, other: undefined })).toBe('[{ "slug": "acme" }]');
	});

	test('has a placeholder for a category or review that the directory does not have', () => {
		const records = exampleRecords(directoryOf([publishedProgram({ slug: 'abacus', categories: [] })]));
		expect(withExampleRecords('/categories/marketing /reviews/rev_BzVThq9db6', records)).toBe(
			'/categories/SLUG /reviews/ID',
		);
	});
});

describe('The documentation of the API names no record of the sample in another directory', async () => {
	const { programs, organizations } = directoryAfter(await sampleSnapshot());
	const invented = new Set([...programs, ...organizations].flatMap(({ slug, name }) => [slug, name]));
	// Some slugs and names are ordinary words.
	const names = [...invented].filter((name) => name.length > 5);
	const found = (text: string) =>
		names.filter((name) => new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`).test(text));

	test.each(pagesOf(API_MANUAL))('$name', ({ address }) => {
		const source = readFileSync(join(PROJECT, 'src/docs', `${address.split('/').at(-2)}.md`), 'utf8');
		expect(found(documentationPage(source, 'https://acme.example', RECORDS).html)).toEqual([]);
	});

	test.each(ENDPOINTS)('$operation', ({ example }) => {
		expect(found(withExampleRecords(example, RECORDS))).toEqual([]);
	});
});
