import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { historyFile } from '../../src/release/history/history-file.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';

const directory = ownDirectory('site');
const server = await ownServer(directory);

/** The content at an address. */
async function get(address: string): Promise<string> {
	const { status, body } = await requestOnce(server.port, 'GET', address);
	expect([address, status]).toEqual([address, 200]);
	return String(body);
}

/** The content of each element of a name in the entries of the feed of changes. */
async function feedTexts(name: 'id' | 'title'): Promise<string[]> {
	const [, ...entries] = (await get('/changes/feed.atom')).split('<entry>');
	return entries.map(
		(entry) => new RegExp(`<${name}[^>]*>(?:<!\\[CDATA\\[)?(.*?)(?:\\]\\]>)?</${name}>`).exec(entry)![1]!,
	);
}

/** The text of a page, without its elements. */
async function textOf(address: string): Promise<string> {
	const main = /<main.*<\/main>/s.exec(await get(address))![0];
	return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

/** Edits the snapshot, and builds it. */
async function publish(sql: string): Promise<void> {
	changeDatabase(directory.snapshot, sql);
	await buildHere(directory);
}

const addCategories = (from: number, to: number) =>
	Array.from(
		{ length: to - from + 1 },
		(_, i) => `INSERT INTO categories (slug, name) VALUES ('new-${from + i}', 'New ${from + i}')`,
	).join(';');

test('The page of changes shows each publication at once, newest first, by kind and operation, in pages', async () => {
	expect(await textOf('/changes/')).toContain('Nothing has changed since the directory was first published.');
	await publish(addCategories(1, 60));
	const served = async () => (await requestOnce(server.port, 'GET', '/categories/new-1/')).status;
	await expect.poll(served).toBe(200);
	await publish(
		"UPDATE categories SET name = 'Newer <b>1</b>' WHERE slug = 'new-1'; DELETE FROM categories WHERE slug = 'new-2'",
	);
	await expect.poll(() => textOf('/changes/?op=changed')).toContain('Newer &lt;b&gt;1&lt;/b&gt; Category changed');

	const page = await get('/changes/');
	const [, older] = /href="(\/changes\/\?before=\d+)"/.exec(page)!;
	expect(await textOf('/changes/')).toMatch(/new-2 Category removed.*Newer .* Category changed Name New 1 → to Newer/);
	expect(await textOf(older!)).toContain('New 10 Category added');
	expect(await textOf('/changes/?kind=category&op=removed')).toContain('new-2 Category removed');
	expect(await textOf('/changes/?kind=category&op=removed')).not.toMatch(/Category (?:added|changed)/);
	expect(await textOf('/changes/?kind=review')).toContain('No changes match.');
	expect(await textOf('/changes/?kind=nothing&op=nothing&before=nothing')).toContain('new-2 Category removed');
});

test('A removed review is shown without its ID', async () => {
	const db = new Database(directory.snapshot, { readonly: true });
	const id = db.prepare<[], string>("SELECT id FROM reviews WHERE status = 'published'").pluck().get()!;
	db.close();
	await publish(`DELETE FROM reviews WHERE id = '${id}'`);
	const newestTitle = async () => (await feedTexts('title'))[0];
	await expect.poll(newestTitle).toBe('Review removed');
	const page = await textOf('/changes/?kind=review');
	expect(page).toContain('Review removed');
	expect(page).not.toContain(id);
});

test('The feed of changes has the newest ones', async () => {
	const titles = await feedTexts('title');
	expect(titles).toHaveLength(30);
	expect(titles.filter((title) => /new-2|Newer/.test(title))).toEqual([
		'Category removed: new-2',
		'Category changed: Newer &#60;b&#62;1&#60;/b&#62;',
	]);
	expect(new Set(await feedTexts('id')).size).toBe(30);
});

test('The history of a program is on its own page of changes, and its terms in the part that its page loads', async () => {
	const db = new Database(directory.snapshot, { readonly: true });
	const [one, other] = db
		.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published' ORDER BY slug")
		.pluck()
		.all();
	db.close();
	expect(await get(`/changes/terms/?program=${one}`)).toContain('No changes to the terms yet.');
	await publish(`UPDATE programs SET cookie_days = 9999, name = 'Renamed' WHERE slug = '${one}'`);
	await publish(`UPDATE programs SET cookie_days = 1234 WHERE slug = '${other}'`);
	await expect.poll(() => textOf(`/changes/?program=${other}`)).toContain('1,234 days');
	expect(await textOf(`/changes/?program=${one}`)).toMatch(/Changes to Renamed .* Name .* to Renamed .* to 9,999 days/);
	expect(await textOf(`/changes/?program=${one}`)).not.toMatch(/1,234 days|Category/);
	expect(await get(`/programs/${one}/`)).toContain(`href="/changes/?program=${one}"`);
	const terms = await get(`/changes/terms/?program=${one}`);
	expect(terms).toMatch(/^<ol><li><time .*<dt>Cookie<\/dt>.*9,999\u00a0days/);
	expect(terms).not.toMatch(/Renamed|<html/);
	expect(await textOf('/changes/?program=no-such-program')).toContain('No changes match.');
	expect(await textOf('/changes/?program=../x')).toContain('new-2 Category removed');
});

test('A history that starts again has other entries in its feed', async () => {
	const ids = () => feedTexts('id');
	const before = await ids();
	rmSync(historyFile(directory.out));
	await publish("UPDATE categories SET name = 'Once more' WHERE slug = 'new-1'");
	await publish("UPDATE categories SET name = 'And again' WHERE slug = 'new-1'");
	await expect.poll(ids).not.toEqual([]);
	expect((await ids()).filter((id) => before.includes(id))).toEqual([]);
});
