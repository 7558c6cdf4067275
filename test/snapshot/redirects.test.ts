import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../src/catalog/records.ts';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { compareSnapshots } from '../../src/snapshot/compare.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import type { SnapshotWriter } from '../../src/snapshot/record-writer.ts';
import { redirectFinder, redirectsThrough } from '../../src/snapshot/redirects.ts';
import { randomRuns } from '../support/random-runs.ts';
import { change, made, snapshotOf, tamper } from './made.ts';

type Redirect = readonly [kind: Kind, slug: string, target: string | null];

/** The smallest snapshot with some redirects. They may break the rules. */
function snapshotWith(...redirects: readonly Redirect[]): string {
	const file = snapshotOf();
	addRedirects(file, redirects);
	return file;
}

function addRedirects(file: string, redirects: readonly Redirect[]): void {
	const db = new Database(file);
	const add = db.prepare('INSERT INTO redirects (kind, slug, target) VALUES (?, ?, ?)');
	db.transaction(() => redirects.forEach((redirect) => void add.run(redirect)))();
	db.close();
}

const redirectsIn = (file: string) =>
	withSnapshot(file, (db) => db.prepare('SELECT kind, slug, target FROM redirects').raw().all());

const endsIn = (file: string, kind: Kind, slugs: readonly string[]) =>
	withSnapshot(file, (db) => slugs.map((slug) => redirectFinder(db)(kind, slug)));

const errorsIn = (file: string) => checkSnapshot(file).errors;

const publicSlugsIn = (file: string) =>
	withSnapshot(file, (db) => db.prepare('SELECT slug FROM redirects WHERE was_public = 1').pluck().all());

const OTHER = made('programs', { slug: 'other' });
const set = (status: 'draft' | 'published') => (writer: SnapshotWriter) =>
	writer.upsert('programs', made('programs', { status }));
const rename = (writer: SnapshotWriter) => writer.rename('programs', 'acme-partners', 'acme');
const merge = (writer: SnapshotWriter) => writer.remove('programs', 'acme-partners', 'other');

describe('A redirect', () => {
	test('leads to a record, directly or through other redirects, or to nothing', () => {
		const file = snapshotWith(
			['programs', 'acme', 'acme-affiliates'],
			['programs', 'acme-affiliates', 'acme-partners'],
			['programs', 'gone', null],
			['programs', 'merged', 'gone'],
		);
		expect(endsIn(file, 'programs', ['acme', 'acme-affiliates', 'gone', 'merged', 'acme-partners', 'other'])).toEqual([
			'acme-partners',
			'acme-partners',
			null,
			null,
			undefined,
			undefined,
		]);
		expect(endsIn(file, 'categories', ['acme'])).toEqual([undefined]);
		expect(errorsIn(file)).toEqual([]);
	});

	test('is content: it changes the ID of the snapshot, and comparing finds it', () => {
		const file = snapshotWith(['programs', 'acme', 'acme-partners'], ['categories', 'acme', 'tools']);
		const after = `${file}-after`;
		copyFileSync(file, after);
		tamper(
			after,
			`UPDATE redirects SET target = NULL WHERE kind = 'programs';
			 INSERT INTO redirects (kind, slug, target) VALUES ('reviews', 'rev_0', 'rev_1')`,
		);
		expect(withSnapshot(after, contentId)).not.toBe(withSnapshot(file, contentId));
		expect(compareSnapshots(after, file)?.redirects).toEqual({
			organizations: new Set(),
			categories: new Set(),
			programs: new Set(['acme']),
			reviews: new Set(['rev_0']),
		});
	});
});

describe('Writing', () => {
	test('a renamed, merged or removed record leaves a redirect', () => {
		const file = snapshotOf();
		change(file, (writer) => {
			writer.rename('programs', 'acme-partners', 'acme');
			writer.remove('reviews', 'rev_1');
			writer.remove('programs', 'acme');
			writer.remove('organizations', 'acme', 'other');
		});
		expect(redirectsIn(file)).toEqual([
			['organizations', 'acme', 'other'],
			['programs', 'acme', null],
			['programs', 'acme-partners', 'acme'],
			['reviews', 'rev_1', null],
		]);
	});

	test('a removed record that visitors could not see leaves no redirect', () => {
		const file = snapshotOf();
		tamper(file, "UPDATE programs SET status = 'draft'");
		change(file, (writer) => {
			writer.remove('reviews', 'rev_1');
			writer.remove('programs', 'acme-partners');
		});
		expect(redirectsIn(file)).toEqual([]);
	});

	test.each<[string, boolean, readonly ((writer: SnapshotWriter) => void)[]]>([
		['a draft', false, [set('draft')]],
		['a published program', true, [set('published')]],
		['a draft that was published before', true, [set('published'), set('draft')]],
	])('the former slug of %s was public: %s', (_, wasPublic, edits) => {
		for (const work of [rename, merge]) {
			const file = snapshotOf({ organizations: [made('organizations')], programs: [OTHER] });
			for (const edit of edits) change(file, edit);
			change(file, work);
			change(file, (writer) => writer.upsert('programs', { ...OTHER, cookie_days: 3 }));
			expect(publicSlugsIn(file)).toEqual(wasPublic ? ['acme-partners'] : []);
			expect(endsIn(file, 'programs', ['acme-partners'])).toEqual([work === rename ? 'acme' : 'other']);
		}
	});

	test('a record removes the redirect from its slug', () => {
		const file = snapshotWith(['programs', 'acme', 'acme-partners'], ['categories', 'acme', 'tools']);
		change(file, (writer) => writer.upsert('programs', made('programs', { slug: 'acme' })));
		expect(redirectsIn(file)).toEqual([['categories', 'acme', 'tools']]);
	});

	test('a record that is renamed back has only the redirect from its slug in between', () => {
		const file = snapshotOf();
		change(file, (writer) => writer.rename('programs', 'acme-partners', 'acme'));
		change(file, (writer) => writer.rename('programs', 'acme', 'acme-partners'));
		expect(redirectsIn(file)).toEqual([['programs', 'acme', 'acme-partners']]);
		expect(errorsIn(file)).toEqual([]);
	});
});

describe('Checking', () => {
	test.each<[string, readonly Redirect[], object]>([
		[
			'hides a record',
			[['programs', 'acme-partners', null]],
			{
				key: 'programs/acme-partners',
				column: 'slug',
				value: 'acme-partners',
				rule: 'the former slug of a record, but a row of programs has it',
				fix: 'remove the redirect, or rename the record',
			},
		],
		[
			'leads to a missing record',
			[['reviews', 'rev_0', 'rev_9']],
			{
				key: 'reviews/rev_0',
				column: 'target',
				value: 'rev_9',
				rule: 'the id of a row of reviews or of another redirect',
				fix: 'correct it, or write NULL if the record is gone',
			},
		],
		[
			'leads to a record of another kind',
			[['categories', 'old', 'acme-partners']],
			{ key: 'categories/old', column: 'target', value: 'acme-partners' },
		],
		['has an invalid slug', [['programs', 'Old Acme', null]], { column: 'slug', value: 'Old Acme', fix: 'correct it' }],
		[
			'leads to itself',
			[['programs', 'acme', 'acme']],
			{
				key: 'programs/acme',
				column: 'target',
				value: 'acme',
				rule: 'a slug that leads to a record',
				fix: 'correct one of these redirects, which form a circle: acme → acme',
			},
		],
		[
			'leads into a circle',
			[
				['programs', 'a', 'd'],
				['programs', 'd', 'c'],
				['programs', 'c', 'b'],
				['programs', 'b', 'd'],
			],
			{ key: 'programs/b', value: 'd', fix: expect.stringMatching(/ form a circle: b → d → c → b$/) },
		],
	])('finds a redirect that %s', (_, redirects, problem) => {
		expect(errorsIn(snapshotWith(...redirects))).toEqual([expect.objectContaining({ kind: 'redirects', ...problem })]);
	});

	test('finds an unknown kind and a repeated slug in a table that a tool created without its rules', () => {
		const file = snapshotOf();
		tamper(
			file,
			`DROP TABLE redirects;
			 CREATE TABLE redirects (kind, slug, target, was_public);
			 INSERT INTO redirects VALUES ('program', 'acme', NULL, 1), ('programs', 'old', NULL, 1), ('programs', 'old', 'acme-partners', 1)`,
		);
		expect(errorsIn(file)).toEqual([
			expect.objectContaining({ key: 'program/acme', column: 'kind', value: 'program' }),
			expect.objectContaining({ key: 'programs/old', column: 'slug', rule: 'in one row of redirects only' }),
		]);
	});
});

/** Follows a redirect step by step, as slowly as it gets. */
function followed(redirects: ReadonlyMap<string, string | null>, slug: string): string | null | undefined {
	let at: string | null = slug;
	for (let steps = 0; steps <= redirects.size; steps++) {
		const target: string | null | undefined = redirects.get(at);
		if (target === undefined) return steps === 0 ? undefined : at;
		if (target === null) return null;
		at = target;
	}
	return undefined;
}

test('Random redirects lead where following them step by step leads, and checking finds those that lead nowhere', () => {
	const slugs = Array.from({ length: 12 }, (_, i) => `p${i}`);
	const target = fc.oneof(fc.constantFrom(...slugs), fc.constantFrom('acme-partners', 'missing', null));
	const inAnyOrder = fc.shuffledSubarray(slugs, { minLength: slugs.length });
	const file = snapshotOf();
	const fits = (made: { readonly [slug: string]: string | null }, order: readonly string[]) => {
		const redirects = new Map(Object.entries(made));
		const rows = [...redirects].map(([slug, to]): Redirect => ['programs', slug, to]);
		tamper(file, 'DELETE FROM redirects');
		addRedirects(file, rows);
		withSnapshot(file, (db) => {
			const find = redirectFinder(db);
			for (const slug of order) expect(find('programs', slug)).toBe(followed(redirects, slug));
			const isFine = [null, 'acme-partners'];
			const isValid = [...redirects.keys()].every((slug) => isFine.includes(followed(redirects, slug) as null));
			expect(errorsIn(file).length === 0).toBe(isValid);
			for (const slug of slugs) {
				const through = slugs.filter((one) => redirects.has(one) && (one === slug || passes(redirects, one, slug)));
				expect(redirectsThrough(db, 'programs', new Set([slug]))).toEqual(new Set(through));
			}
		});
	};
	fc.assert(fc.property(fc.dictionary(fc.constantFrom(...slugs), target), inAnyOrder, fits), {
		numRuns: randomRuns(50),
	});
});

/** Whether following a redirect passes or ends at a slug. */
function passes(redirects: ReadonlyMap<string, string | null>, from: string, slug: string): boolean {
	let at = redirects.get(from);
	for (let steps = 0; at != null && steps <= redirects.size; steps++) {
		if (at === slug) return true;
		at = redirects.get(at);
	}
	return false;
}
