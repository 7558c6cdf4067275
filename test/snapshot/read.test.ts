import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms, publishedReviewsFinder, records } from '../../src/snapshot/read.ts';
import { generateSnapshot } from '../generate/snapshot.ts';
import { made, snapshotOf, tamper, temporaryFolder } from './made.ts';

const review = (id: string, fields: Parameters<typeof made<'reviews'>>[1] = {}) =>
	made('reviews', { id: `rev_${id}`, program: 'open', ...fields });

/** Two published programs and a draft, in two categories, with reviews of every status. */
const DIRECTORY = {
	organizations: [made('organizations'), made('organizations', { slug: 'idle', name: 'Idle' })],
	categories: [made('categories'), made('categories', { slug: 'art', name: 'Art' })],
	programs: [
		made('programs', { slug: 'zebra', categories: ['tools'] }),
		made('programs', { slug: 'open', name: 'Open', categories: ['tools', 'art'], verified: true }),
		made('programs', { slug: 'draft', categories: ['art'], status: 'draft' }),
	],
	reviews: [
		review('b', { rating: 4, created_at: '2026-01-02T00:00:00Z' }),
		review('a', { rating: 4.5, created_at: '2026-01-02T00:00:00Z' }),
		review('new', { rating: 5, created_at: '2026-03-01T00:00:00Z', author_display_name: 'Ada L.' }),
		review('pending', { rating: 1, status: 'pending' }),
		review('rejected', { rating: 1, status: 'rejected' }),
		review('draft', { rating: 1, program: 'draft' }),
	],
};

describe('records', () => {
	test('returns every record, including drafts and unpublished reviews', () => {
		withSnapshot(snapshotOf(DIRECTORY), (db) => {
			expect([...records(db, 'programs')].map(({ slug }) => slug).sort()).toEqual(['draft', 'open', 'zebra']);
			expect([...records(db, 'reviews')]).toHaveLength(6);
			expect([...records(db, 'organizations')]).toEqual(DIRECTORY.organizations);
		});
	});

	test('returns invalid booleans unchanged, so that the check finds them', () => {
		const file = snapshotOf();
		tamper(file, 'UPDATE programs SET verified = 7');
		withSnapshot(file, (db) => expect([...records(db, 'programs')][0]?.verified).toBe(7));
	});
});

describe('publishedPrograms', () => {
	const programs = () => withSnapshot(snapshotOf(DIRECTORY), (db) => [...publishedPrograms(db)]);

	test('returns only published programs, by slug', () => {
		expect(programs().map(({ slug }) => slug)).toEqual(['open', 'zebra']);
	});

	test('derives the figures from published reviews only', () => {
		expect(programs()[0]).toMatchObject({ rating_average: 4.5, review_count: 3 });
		expect(programs()[1]).toMatchObject({ rating_average: null, review_count: 0 });
	});

	test('includes the organization, and the categories in the order of the editor', () => {
		expect(programs()[0]).toMatchObject({
			organization: { slug: 'acme', name: 'Acme' },
			categories: [
				{ slug: 'tools', name: 'Tools' },
				{ slug: 'art', name: 'Art' },
			],
			verified: true,
			featured: false,
		});
	});
});

describe('publishedReviewsFinder', () => {
	const reviews = () => withSnapshot(snapshotOf(DIRECTORY), (db) => publishedReviewsFinder(db)('open'));

	test('returns the published reviews of a program, newest first', () => {
		expect(reviews().map(({ id }) => id)).toEqual(['rev_new', 'rev_a', 'rev_b']);
	});

	test('includes the program and the author, whose name is the same in all reviews', () => {
		for (const { program, author_display_name } of reviews()) {
			expect(program).toEqual({ slug: 'open', name: 'Open' });
			expect(author_display_name).toBe('ada');
		}
	});
});

test('Reading only some programs returns the same programs as reading all, in the same order', () => {
	const file = join(temporaryFolder(), 'snapshot.sqlite');
	generateSnapshot(file, { programs: 60, reviews: 200, seed: 1 });
	withSnapshot(file, (db) => {
		const programs = [...publishedPrograms(db)];
		const every = (step: number) => programs.filter((_, index) => index % step === 0).map(({ slug }) => slug);
		const draft = [...records(db, 'programs')].find(({ status }) => status === 'draft')!.slug;
		for (const slugs of [[], every(1), every(2).reverse(), [draft, 'unknown', "'", ...every(5)]]) {
			expect([...publishedPrograms(db, new Set(slugs))]).toEqual(programs.filter(({ slug }) => slugs.includes(slug)));
		}
	});
});
