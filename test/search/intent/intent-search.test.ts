import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PublishedProgram } from '../../../src/catalog/published.ts';
import { buildIndex } from '../../../src/search/build-index.ts';
import { compareDefault, ORDER_NAMES, type OrderName } from '../../../src/search/order.ts';
import { ProgramIndex } from '../../../src/search/program-index.ts';
import { publishedProgram } from '../../support/published-program.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { SqlIntent } from '../../support/sql-intent.ts';

const SYNONYMS = [
	['help desk', 'ticketing', 'customer support'],
	['newsletter', 'email marketing'],
	['builder', 'maker'],
	['crm', 'customer relationship management'],
	['time tracking', 'track hours', 'clock in'],
];

/** The names of the programs that a text finds, in order. */
function found(
	q: string,
	programs: readonly Partial<PublishedProgram>[],
	sort?: OrderName,
	synonyms: readonly (readonly string[])[] = SYNONYMS,
): string[] {
	const sorted = programs
		.map((program, number) => publishedProgram({ slug: `p${number}`, views: number, ...program }))
		.sort(compareDefault);
	const index = new ProgramIndex(buildIndex(sorted, synonyms));
	const { page } = index.search({ q, byIntent: true, sort: sort ?? 'relevance', offset: 0, limit: 100 });
	return page.map((number) => sorted[number]!.name);
}

const named = (name: string, description: string, more: Partial<PublishedProgram> = {}) => ({
	name,
	description,
	...more,
});

describe('a search by intent', () => {
	test.each([
		['form builders', 'An online form builder'],
		['password managers', 'The password manager for teams'],
		['e-signature', 'esignature for contracts'],
		['esignature', 'E-signatures for contracts'],
		['no code', 'Build apps with nocode'],
		['nocode', 'Build apps, no code needed'],
		['helpdesk', 'A help desk'],
		['help desk', 'Customer support with AI'],
		['help desks', 'Ticketing'],
		['crm software', 'Customer relationship management'],
		['newsletter tool', 'Email marketing'],
		['form maker', 'Form builder'],
		['the best vpn service for me', 'A VPN'],
		['newsl', 'Newsletters'],
		['scheduling', 'Schedule posts'],
		['optimise colours', 'Color optimization'],
		['localization', 'Localise software'],
		['catalogue analyser', 'Analyze catalogs'],
		['quiz', 'Quizzes'],
		['track my working hours', 'Time tracking'],
		['how many hours do I track?', 'Time tracking'],
	])('for “%s” finds “%s”', (q, description) => {
		expect(found(q, [named('Acme', description), named('Other', 'Something else')])).toEqual(['Acme']);
	});

	test.each([
		['applicant', 'Web applications'],
		['ats', 'Look at this'],
		['programming', 'An affiliate program'],
		['write for me', 'Forms'],
		['communities', 'Phone communication'],
		['fitness', 'Fits everyone'],
		['generator', 'Generous payouts'],
	])('for “%s” does not find “%s”', (q, description) => {
		expect(found(q, [named('Acme', description)])).toEqual([]);
	});

	test('lists programs with every word first, then those with the most telling word', () => {
		const programs = [
			...Array.from({ length: 9 }, (_, i) => named(`Mail ${i}`, 'Email')),
			named('Invoices', 'Invoice templates'),
			named('Both', 'Invoice by email'),
		];
		expect(found('email invoice', programs)).toEqual(['Both', 'Invoices']);
	});

	test('recognizes a subject rather than words that a sentence has besides', () => {
		const programs = [named('Tracks', 'Track parcels'), named('Time', 'Time tracking'), named('Hours', 'Hours')];
		expect(found('track my hours', programs)[0]).toBe('Time');
	});

	test('recognizes a subject rather than a rare word beside it', () => {
		const programs = [
			named('Landings', 'Landing pages'),
			named('Filter', 'Filters email spam'),
			...Array.from({ length: 9 }, (_, i) => named(`Other ${i}`, 'Else')),
		];
		expect(found('my email is landing in spam', programs, undefined, [['email spam', 'deliverability']])[0]).toBe(
			'Filter',
		);
	});

	test('takes words that say nothing for a subject only if there are no others', () => {
		const programs = [named('Identity', 'IAM'), named('Phones', 'Phone calls')];
		expect(found('the phone when I am away', programs, undefined, [['single sign on', 'iam']])).toEqual(['Phones']);
		expect(found('i am', programs, undefined, [['single sign on', 'iam']])).toEqual(['Identity']);
	});

	test('of programs with the same words, takes those whose similar programs have them too', () => {
		const programs = [
			...['A', 'B'].map((name) => named(name, 'Audio transcripts', { tags: ['transcripts'] })),
			...Array.from({ length: 5 }, (_, i) => named(`Poet ${i}`, 'Rhymes', { tags: ['poems'] })),
			...Array.from({ length: 9 }, (_, i) => named(`Other ${i}`, 'Else')),
			named('Chance', 'Audio rhymes', { tags: ['poems'] }),
		];
		expect(found('text of audio', programs)).toEqual(['B', 'A', 'Chance']);
		expect(found('audio', programs)).toEqual(['Chance', 'B', 'A']);
	});

	test('ranks by name, tag, category, short description and long description', () => {
		const programs = [
			named('Long', 'Other', { long_description: 'A crm' }),
			named('About', 'A crm for everyone who sells anything to anybody anywhere at all'),
			named('Category', 'Other', { categories: [{ slug: 'crm', name: 'CRM' }] }),
			named('Tag', 'Other', { tags: ['crm'] }),
			named('Crm Pro', 'Other'),
			named('CRM', 'Other'),
		];
		expect(found('crm', programs)).toEqual(['CRM', 'Crm Pro', 'Tag', 'Category', 'About', 'Long']);
	});

	test('does not rank the legal form of a company as a name', () => {
		const programs = [named('Register', 'Register an LLC'), named('Larkpost, LLC (formerly Elm)', 'Other')];
		expect(found('llc', programs)).toEqual(['Register', 'Larkpost, LLC (formerly Elm)']);
		expect(found('larkpost llc', programs)[0]).toBe('Larkpost, LLC (formerly Elm)');
	});

	test('a word in a long description alone never stands above a tag', () => {
		const programs = [
			named('Tag', 'Other', { tags: ['forms'] }),
			named('Long', 'Other', { long_description: 'Contracts with forms' }),
		];
		expect(found('contract forms', programs)).toEqual(['Tag', 'Long']);
	});

	test('finds the programs of a network and those with a payout method by their names', () => {
		const programs = [
			named('Tracked', 'Other', { tracking_platform: 'rewardful' }),
			named('Paid', 'Other', { payout_methods: ['bank-transfer'] }),
		];
		expect(found('rewardful', programs)).toEqual(['Tracked']);
		expect(found('bank transfer', programs)).toEqual(['Paid']);
	});

	test('lists programs with every word first in other orders too', () => {
		const programs = [
			named('Invoices', 'Invoices', { cookie_days: 90 }),
			named('Both', 'Invoices by fax', { cookie_days: 30 }),
			named('Both longer', 'Fax and invoices', { cookie_days: 60 }),
		];
		expect(found('fax invoices', programs, 'cookie_desc')).toEqual(['Both longer', 'Both', 'Invoices']);
	});

	test('says how many programs have every word, which words bring more, and which words no program has', () => {
		const programs = [named('Both', 'Invoices by fax'), named('One', 'Invoices')].map((program, number) =>
			publishedProgram({ ...program, slug: `p${number}` }),
		);
		const index = new ProgramIndex(buildIndex(programs, SYNONYMS));
		const search = (q: string) => index.search({ q, byIntent: true, offset: 0, limit: 1 }).words;
		expect(search('fax invoices')).toEqual({ all: 1, some: [{ word: 'invoices', count: 1 }], none: [] });
		expect(search('xylophone invoices')).toEqual({
			all: 0,
			some: [{ word: 'invoices', count: 2 }],
			none: ['xylophone'],
		});
	});

	test('corrects a misspelt word if nothing matches', () => {
		const programs = [publishedProgram({ slug: 'p', name: 'Acme', tags: ['newsletter'] })];
		const index = new ProgramIndex(buildIndex(programs, SYNONYMS));
		expect(index.suggest({ q: 'newsleter software', byIntent: true })).toBe('newsletter software');
	});

	test('finds what plain SQL and loops find, in the same order', () => {
		const WORDS = [
			...['form', 'forms', 'builder', 'maker', 'help', 'desk', 'helpdesk', 'ticketing', 'e', 'signature', 'esignature'],
			...['newsletter', 'email', 'marketing', 'crm', 'code', 'nocode', 'no', 'for', 'software', 'affiliate', 'team'],
		];
		const some = fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((list) => list.join(' '));
		const program = fc.record({
			name: some.map((text) => text || 'x'),
			description: some,
			long_description: some,
			tags: fc.option(fc.array(fc.constantFrom('form-builder', 'crm', 'e-signature', 'email'), { maxLength: 2 }), {
				nil: null,
			}),
			categories: fc
				.subarray(['email-marketing', 'help-desk'])
				.map((slugs) => slugs.map((slug) => ({ slug, name: slug }))),
			tracking_platform: fc.option(fc.constantFrom('rewardful', 'in-house'), { nil: null }),
			views: fc.nat(5),
		});
		const text = fc.array(fc.constantFrom(...WORDS, 'rewardful', 'mak', 'xyz'), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(fc.array(program, { maxLength: 40 }), fc.array(text, { maxLength: 10 }), (parts, texts) => {
				const programs = parts
					.map((part, number) => publishedProgram({ ...part, slug: `p${number}` }))
					.sort(compareDefault);
				const index = new ProgramIndex(buildIndex(programs, SYNONYMS));
				const sql = new SqlIntent(programs, SYNONYMS);
				try {
					for (const q of texts.map((list) => list.join(' '))) {
						for (const filters of [{}, { category: 'help-desk' }] as const) {
							const isAllowed = (program: number) =>
								!('category' in filters) || programs[program]!.categories.some(({ slug }) => slug === filters.category);
							const found = index.search({ q, byIntent: true, filters, sort: 'relevance', offset: 1, limit: 10 });
							expect(found, q).toEqual(sql.search(q, isAllowed, 1, 10));
							for (const sort of ORDER_NAMES.slice(0, 3)) {
								expect(index.search({ q, byIntent: true, filters, sort, offset: 0, limit: 0 }).total).toBe(found.total);
							}
						}
					}
				} finally {
					sql.close();
				}
			}),
			{ numRuns: randomRuns(25) },
		);
	});
});
