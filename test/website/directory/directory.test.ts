import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Kind, parseRecord } from '../../../src/catalog/records.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import type { SnapshotWriter } from '../../../src/snapshot/record-writer.ts';
import { lockSnapshot } from '../../../src/snapshot/write.ts';
import { type Directory, readDirectory } from '../../../src/website/directory/directory.ts';
import { temporaryFolder } from '../../snapshot/made.ts';

const NOW = '2026-11-01T00:00:00Z';
/** The paths of the logos. */
const LOGOS = new Set(['logos/one.svg', 'logos/acme.png', 'logos/tolt.webp']);

let folder: string;

beforeEach(() => {
	folder = temporaryFolder();
});

/** The directory of a snapshot with these records, given by their relevant fields. */
function directoryOf(records: readonly (readonly [Kind, { readonly [field: string]: unknown }])[]): Directory {
	const file = join(folder, 'snapshot.sqlite');
	const fill = (writer: SnapshotWriter) => {
		for (const [kind, fields] of records) {
			const parsed = parseRecord(kind, fields, NOW);
			if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
			writer.upsert(kind, parsed.record);
		}
	};
	lockSnapshot(file, (write) => write({ command: 'test', source: 'test', at: NOW }, fill));
	const db = openSnapshot(file);
	onTestFinished(() => void db.close());
	return readDirectory(db, (path) => LOGOS.has(path));
}

function program(slug: string, fields: { readonly [field: string]: unknown } = {}) {
	const required = {
		name: slug,
		organization: 'acme',
		commission_type: 'recurring',
		website_url: 'https://a.example/',
	};
	return ['programs', { slug, ...required, ...fields }] as const;
}

function review(id: string, fields: { readonly [field: string]: unknown } = {}) {
	return ['reviews', { id, program: 'one', author_username: 'mara', rating: 4, created_at: NOW, ...fields }] as const;
}

const ACME = ['organizations', { slug: 'acme', name: 'Acme' }] as const;

describe('readDirectory', () => {
	test('drafts and unpublished reviews appear nowhere', () => {
		const directory = directoryOf([
			ACME,
			['categories', { slug: 'mail', name: 'Mail' }],
			program('one', { categories: ['mail'] }),
			program('draft', { categories: ['mail'], status: 'draft' }),
			review('rev_1'),
			review('rev_2', { status: 'pending' }),
			review('rev_3', { program: 'draft' }),
		]);
		const [one] = directory.programs;
		expect(directory.programs.map(({ slug }) => slug)).toEqual(['one']);
		expect(directory.reviews.newest().map(({ id }) => id)).toEqual(['rev_1']);
		expect(directory.reviewsOf(one!).map(({ id }) => id)).toEqual(['rev_1']);
		expect(directory.categories.map(({ programs }) => programs)).toEqual([[one]]);
		expect(directory.organizations.map(({ programs }) => programs)).toEqual([[one]]);
	});

	test('programs are sorted in all lists: featured first, then known commissions, then views', () => {
		const directory = directoryOf([
			ACME,
			['categories', { slug: 'mail', name: 'Mail' }],
			program('a', { categories: ['mail'], views: 1 }),
			program('b', { categories: ['mail'], views: 3 }),
			program('c', { categories: ['mail'], featured: true }),
			program('d', { categories: ['mail'], commission_rate: 20 }),
		]);
		for (const { programs } of [directory, ...directory.categories, ...directory.organizations]) {
			expect(programs.map(({ slug }) => slug)).toEqual(['c', 'd', 'b', 'a']);
		}
	});

	test('reviews of a program are sorted newest first, and a program may have none', () => {
		const directory = directoryOf([
			ACME,
			program('one', { views: 1 }),
			program('two'),
			review('rev_old', { created_at: '2025-01-01T00:00:00Z' }),
			review('rev_new', { created_at: '2026-01-01T00:00:00Z' }),
		]);
		expect(directory.programs.map((of) => directory.reviewsOf(of).map(({ id }) => id))).toEqual([
			['rev_new', 'rev_old'],
			[],
		]);
	});

	test('networks come from published programs, with the most programs first', () => {
		const directory = directoryOf([
			ACME,
			program('a', { tracking_platform: 'tolt', views: 1 }),
			program('b', { tracking_platform: 'awin' }),
			program('c', { tracking_platform: 'tolt', views: 2 }),
			program('d'),
			program('draft', { tracking_platform: 'cj', status: 'draft' }),
		]);
		const networks = directory.networks.map(({ slug, name, programs }) => [slug, name, programs.map((of) => of.slug)]);
		expect(networks).toEqual([
			['tolt', 'Tolt', ['c', 'a']],
			['awin', 'Awin', ['b']],
		]);
	});

	test('programs, organizations and networks have the logo that is named after their slug', () => {
		const directory = directoryOf([ACME, program('one', { tracking_platform: 'tolt', views: 1 }), program('two')]);
		expect(directory.programs.map(({ logo }) => logo)).toEqual(['/logos/one.svg', null]);
		expect(directory.organizations.map(({ logo }) => logo)).toEqual(['/logos/acme.png']);
		expect(directory.networks.map(({ logo }) => logo)).toEqual(['/logos/tolt.webp']);
	});

	test('categories and organizations are sorted by name for readers, including empty ones', () => {
		const names = ['Zoë', 'alpha', 'Émile', '10 Things', '9 Lives', 'Beta'];
		const directory = directoryOf(names.map((name, index) => ['organizations', { slug: `o${index}`, name }]));
		expect(directory.organizations.map(({ name }) => name)).toEqual([
			'9 Lives',
			'10 Things',
			'alpha',
			'Beta',
			'Émile',
			'Zoë',
		]);
	});
});
