import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FILES, packsFolder } from '../../src/release/layout.ts';
import { currentFolder } from '../support/current-folder.ts';
import { currentSite, readCurrentFile } from '../support/current-site.ts';
import { type Api, keysOf } from './api.ts';
import { CONTRACT, SERVERS } from './contract.ts';
import { COMMISSION_WORDS } from './directory.ts';

const { out } = CONTRACT;

describe.each(SERVERS)('Values: figures, through $name', (api) => {
	test('rating and review_count are derived from the published reviews', async () => {
		// In addition, each has a pending and a rejected review with 5.
		for (const [slug, rating, count] of [
			['lumen-partners', 3.2, 3],
			['unrated', 0, 0],
			['much-reviewed', 4, 60],
		] as const) {
			expect((await api.json(`/programs/${slug}`)).data).toMatchObject({ rating, review_count: count });
			expect((await api.json(`/programs/${slug}/reviews`)).meta.total).toBe(count);
		}
	});

	test.each([
		['average-4-25', 4.3],
		['average-4-35', 4.4],
		['most-reviewed', 4.5],
		['average-3-33', 3.3],
		['average-3-67', 3.7],
	])('the average to one decimal, halves up: %s is %s', async (slug, rating) => {
		expect((await api.json(`/programs/${slug}`)).data.rating).toBe(rating);
	});

	test.each([
		['/categories/lighting', 1],
		['/categories/hidden', 0],
		['/categories/deserted', 0],
		['/categories/crowd', 130],
		['/organizations/lumen-labs', 1],
		['/organizations/idle', 0],
		['/organizations/crowd-works', 130],
	])('program_count counts published programs: %s has %i', async (path, count) => {
		expect((await api.json(path)).data.program_count).toBe(count);
		expect((await api.json(`${path}/programs`)).meta.total).toBe(count);
	});
});

describe.each(SERVERS)('Values: drafts, and reviews not published, appear nowhere, through $name', (api) => {
	const paths = ['/programs/secret-draft', '/programs/secret-draft/reviews', '/reviews/rev_of_draft'];

	test.each([...paths, '/reviews/rev_pending_unrated', '/reviews/rev_rejected_unrated'])(
		'%s is not found',
		async (path) => {
			expect((await api.get(path)).status).toBe(404);
		},
	);

	test('not in lists and counts', async () => {
		expect((await Array.fromAsync(api.client.listPrograms())).map(({ slug }) => slug)).not.toContain('secret-draft');
		expect((await api.json('/programs?q=secret')).data).toEqual([]);
		for (const path of ['/categories/lighting/programs', '/organizations/lumen-labs/programs']) {
			expect(keysOf(await api.json(path))).toEqual(['lumen-partners']);
		}
		const reviews = keysOf({ data: await Array.fromAsync(api.client.listProgramReviews('much-reviewed')) });
		expect(reviews.filter((id) => /pending|rejected/.test(id))).toEqual([]);
	});
});

describe('Values: drafts, and reviews not published, appear nowhere', () => {
	function expectNothingHidden(name: string, bytes: Buffer): void {
		const content = bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes;
		const text = content.toString('latin1');
		expect(/secret.draft|rev_(?:pending|rejected|of_draft)/i.exec(text)?.[0], name).toBe(undefined);
	}

	test('not in any file of the release, except the two that only the next build reads', () => {
		const folders = [currentFolder(out), packsFolder(out)].filter((folder) => existsSync(folder));
		const files = folders
			.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
			.filter((entry) => entry.isFile());
		for (const { parentPath, name } of files) {
			if (name === FILES.snapshot || name === FILES.warnings) continue;
			expectNothingHidden(join(parentPath, name), readFileSync(join(parentPath, name)));
		}
		expect(files.map(({ name }) => name)).toContain(FILES.api);
	});

	test('not in any file of the website: pages, text index, feeds', async () => {
		const site = await currentSite(out);
		const paths = [...site.files().keys()];
		for (const path of paths) expectNothingHidden(path, site.get(path)!.read());
		site.close();
		expect(paths).toEqual(expect.arrayContaining(['index.html', 'search-parts.json', 'feeds/programs.atom']));
	});
});

describe.each(SERVERS)('Values: reviews, slugs, commissions, through $name', (api) => {
	test('a review’s rating is 1 to 5, whole or half', async () => {
		const ratings = keysOf(await api.json('/programs?per_page=100&sort=reviews_desc')).slice(0, 20);
		const lists = await Promise.all(ratings.map((slug) => api.json(`/programs/${slug}/reviews?per_page=50`)));
		const seen = new Set(lists.flatMap(({ data }) => data.map(({ rating }: { rating: number }) => rating)));
		expect([...seen].sort()).toEqual([1, 2, 3, 4, 4.5, 5]);
	});

	test('ids are rev_ + letters, digits, _, -', async () => {
		for (const id of ['rev_-', 'rev__', 'rev_0', 'rev_B', 'rev_Early-1']) {
			expect((await api.json(`/reviews/${id}`)).data.id).toBe(id);
		}
	});

	test('an author can review a program more than once', async () => {
		const { data } = await api.json('/programs/lumen-partners/reviews');
		const authors = data.map(({ author }: { author: { username: string } }) => author.username);
		expect(authors).toEqual(['ada', 'bo', 'ada']);
	});

	test('a review can be older than the record of its program', async () => {
		const { data } = await api.json('/reviews/rev_Early-1');
		expect(data.created_at < (await api.json('/programs/lumen-partners')).data.created_at).toBe(true);
	});

	test('commission_rate can exceed 100', async () => {
		expect((await api.json('/programs/over-hundred')).data.commission_rate).toBe(250);
	});

	test.each([
		['words-range', 20],
		['words-up-to', 60],
		['words-two-rates', 10],
		['words-no-number', null],
	])('commission_rate from words: of %s it is %s, and commission_text keeps the words', async (slug, rate) => {
		expect((await api.json(`/programs/${slug}`)).data).toMatchObject({
			commission_rate: rate,
			commission_text: COMMISSION_WORDS[slug],
		});
	});

	test('timestamps are ISO 8601 UTC, to the second, ending in Z', async () => {
		const texts = await Promise.all(timestampSources(api));
		const times = texts.flatMap((text) => [...text.matchAll(/"\w+_at":"([^"]*)"/g)].map(([, time]) => time!));
		expect(times.length).toBeGreaterThan(100);
		for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	});
});

function timestampSources(api: Api): Promise<string>[] {
	const paths = ['/programs?per_page=100', '/programs/lumen-partners', '/programs/much-reviewed/reviews'];
	return [...paths, '/reviews/rev_full', '/organizations/plain'].map(async (path) =>
		(await api.get(path)).body.toString(),
	);
}

describe('Values: the site', () => {
	test.each(Object.entries(COMMISSION_WORDS))('shows the words of %s', async (slug, words) => {
		expect(await readCurrentFile(out, `programs/${slug}/index.html`)).toContain(words);
	});
});
