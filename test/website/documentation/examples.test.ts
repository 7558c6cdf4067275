import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS, ENDPOINTS } from '../../../src/api/endpoints.ts';
import { PROJECT } from '../../../src/shared/project.ts';
import { READ_SCOPES, SCOPE_NAMES } from '../../../src/state/keys/scope.ts';
import { documentationPage } from '../../../src/website/documentation/documentation.ts';
import { API_MANUAL, pagesOf } from '../../../src/website/documentation/documentation-pages.ts';
import { exampleCall, examplePath, exampleRecords } from '../../../src/website/documentation/examples.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { publishedReview } from '../../support/published-review.ts';
import { directoryAfter, sampleSnapshot } from '../../support/snapshot-directory.ts';

const acme = publishedProgram({
	slug: 'acme-mail',
	organization: { slug: 'acme-inc', name: 'Acme Inc.' },
	categories: [{ slug: 'tools', name: 'Tools' }],
	review_count: 2,
});
const DIRECTORY = directoryOf(
	[publishedProgram({ slug: 'zebra', review_count: 1 }), acme, publishedProgram({ slug: 'abacus' })],
	['rev_2', 'rev_1'].map((id) => publishedReview({ id, program: acme })),
);
const RECORDS = exampleRecords(DIRECTORY);

describe('The records that examples name', () => {
	test('are the first program with reviews, and records that belong to it', () => {
		expect(RECORDS).toEqual({
			programs: 'acme-mail',
			organizations: 'acme-inc',
			categories: 'tools',
			reviews: 'rev_1',
		});
	});

	test('are placeholders for a category and a review that the directory does not have', () => {
		const records = exampleRecords(directoryOf([publishedProgram({ slug: 'abacus', categories: [] })]));
		expect(records).toMatchObject({ programs: 'abacus', categories: 'SLUG', reviews: 'ID' });
	});

	test('are those of the examples of the endpoints, if the directory has them or is empty', async () => {
		for (const directory of [directoryAfter(await sampleSnapshot()), directoryOf([])]) {
			const records = exampleRecords(directory);
			for (const endpoint of ALL_ENDPOINTS) expect(examplePath(endpoint, records)).toBe(endpoint.example);
		}
	});

	test('stay the same when other programs change', () => {
		const more = [
			...DIRECTORY.programs,
			{ ...publishedProgram({ slug: 'beta', views: 9, review_count: 9 }), logo: null },
		];
		expect(exampleRecords({ ...DIRECTORY, programs: more.toReversed() })).toEqual(RECORDS);
	});
});

test('Requests name a program of the directory, and JSON stays as it is', () => {
	const text = 'getProgram(\'PROGRAM_SLUG\')\n\n`/programs/PROGRAM_SLUG.md`\n\n`{ "slug": "acme" }`';
	const { html } = documentationPage(`# A title\n\nA summary.\n\n${text}`, 'https://acme.example', RECORDS);
	expect(html).toContain("getProgram('acme-mail')");
	expect(html).toContain('/programs/acme-mail.md');
	expect(html).toContain('&quot;acme&quot;');
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

	test.each(ALL_ENDPOINTS)('$operation', (endpoint) => {
		expect(found(examplePath(endpoint, RECORDS))).toEqual([]);
	});
});

test.each(READ_SCOPES)('A key with only the scope %s can call its example, even if the directory is empty', (scope) => {
	const [path] = exampleCall([scope])!.split('?');
	const endpoint = ENDPOINTS.find((one) => one.path === path);
	expect(endpoint?.scope).toBe(scope);
});

test('A key that can only read analytics has no example, because every address names a record', () => {
	expect(exampleCall(['analytics:read'])).toBeUndefined();
	const others = SCOPE_NAMES.filter((scope) => scope !== 'analytics:read');
	for (const scope of others) expect(exampleCall([scope]), scope).toBeDefined();
});
