import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentLink, FILES } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { SITES } from './sites.ts';

const SAMPLE = new URL('../../data/sample/', import.meta.url);

describe('What is not published', () => {
	const release = currentLink(join(SITES.sample.folder, 'out'));
	/** The name and the text of every file of the site, also of its full-text index. */
	const texts: string[] = [];

	beforeAll(async () => {
		for (const file of Object.keys((await readManifest(release)).site)) {
			const content = readFileSync(join(release, FILES.site, file));
			texts.push(`/${file}\n${content.readUInt16BE() === 0x1f8b ? gunzipSync(content) : content}`);
		}
	});

	test('is found by this search where it is published', () => {
		expect(filesWith('/programs/larkpost/').length).toBeGreaterThan(5);
		expect(filesWith('Sold one to my mother in law').length).toBeGreaterThan(3);
	});

	test('as a program, appears in no file of the site', async () => {
		const drafts = rows('programs.csv').filter(({ status }) => status === 'draft');
		expect(drafts.length).toBeGreaterThan(0);
		for (const { slug, name } of drafts) {
			expect(filesWith(`/programs/${slug}/`), slug).toEqual([]);
			expect(filesWith(name!), name).toEqual([]);
			expect((await fetch(`${SITES.sample.origin}/programs/${slug}/`)).status).toBe(404);
		}
	});

	test('as a review, appears in no file of the site', async () => {
		const others = rows('reviews.csv').filter(({ status }) => status === 'pending' || status === 'rejected');
		expect(new Set(others.map(({ status }) => status)).size).toBe(2);
		for (const { id, title, body } of others) {
			expect(filesWith(id!), id).toEqual([]);
			for (const text of [title!, body!.slice(0, 60)]) {
				if (text.length > 20) expect(filesWith(text), text).toEqual([]);
			}
			expect((await fetch(`${SITES.sample.origin}/reviews/${id}/`)).status).toBe(404);
		}
	});

	function filesWith(words: string): string[] {
		return texts.filter((text) => text.includes(words)).map((text) => text.slice(0, text.indexOf('\n')));
	}
});

function rows(file: string): { readonly [column: string]: string | undefined }[] {
	return parse(readFileSync(new URL(file, SAMPLE)), { columns: true, bom: true });
}
