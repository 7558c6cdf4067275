import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentSite } from '../support/current-site.ts';
import { SITES } from './sites.ts';

const SAMPLE = new URL('../../data/sample/', import.meta.url);

describe('Unpublished content', () => {
	/** The path and content of each file of the site, including its full-text index. */
	const texts: string[] = [];

	beforeAll(async () => {
		const site = await currentSite(join(SITES.sample.folder, 'out'));
		for (const file of site.files().keys()) {
			const content = site.get(file)!.read();
			texts.push(`/${file}\n${content.readUInt16BE() === 0x1f8b ? gunzipSync(content) : content}`);
		}
		site.close();
	});

	test('is found by these tests once it is published', () => {
		expect(filesWith('/programs/larkpost/').length).toBeGreaterThan(5);
		expect(filesWith('Sold one to my mother in law').length).toBeGreaterThan(3);
	});

	test('of a program is in no file of the site', async () => {
		const drafts = rows('programs.csv').filter(({ status }) => status === 'draft');
		expect(drafts.length).toBeGreaterThan(0);
		for (const { slug, name } of drafts) {
			expect(filesWith(`/programs/${slug}/`), slug).toEqual([]);
			expect(filesWith(name!), name).toEqual([]);
			expect((await fetch(`${SITES.sample.origin}/programs/${slug}/`)).status).toBe(404);
		}
	});

	test('of a review is in no file of the site', async () => {
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
