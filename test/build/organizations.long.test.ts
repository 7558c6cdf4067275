/** Links to the list of organizations, which every page has in its menu. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contentRoot } from '../../src/release/release-diff.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { currentFolder } from '../support/current-folder.ts';
import { currentSite } from '../support/current-site.ts';
import { ownFolder } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const folder = ownFolder();
const [repeated, listed] = [join(folder, 'repeated.sqlite'), join(folder, 'listed.sqlite')];
const PROGRAMS = [
	'slug,name,organization,commission_type,website_url',
	'acme,Acme,acme,one_time,https://acme.example/',
];

beforeAll(async () => {
	const data = join(folder, 'data');
	mkdirSync(data);
	writeFileSync(join(data, 'organizations.csv'), 'slug,name\nacme,Acme\n');
	writeFileSync(join(data, 'programs.csv'), `${PROGRAMS.join('\n')}\n`);
	await succeed('import', [data, '--snapshot', repeated]);
	copyFileSync(repeated, listed);
	changeDatabase(listed, "UPDATE organizations SET description = 'Makes anvils.'");
});

/** Builds a snapshot. Returns the texts on the site that name the list of organizations, and those that do not. */
async function build(snapshot: string, name: string) {
	const out = join(folder, name);
	await buildHere({ snapshot, out });
	const site = await currentSite(out);
	const texts = [...site.files()].filter(([path]) => /\.(html|txt|xml)$/.test(path) && !path.startsWith('docs/'));
	const named = Map.groupBy(texts, ([, file]) => /\/organizations(\/"|\/<|\.md)/.test(String(file.read())));
	const page = String(new Map(site.files()).get('organizations/acme/index.html')!.read());
	site.close();
	const pathsOf = (isNamed: boolean) => (named.get(isNamed) ?? []).map(([path]) => path).sort();
	return { naming: pathsOf(true), others: pathsOf(false), page, root: await contentRoot(currentFolder(out)) };
}

test('If every organization only repeats its program, nothing on the site links to their list', async () => {
	const { naming, others, page } = await build(repeated, 'one');
	expect(naming).toEqual([]);
	expect(page).toMatch(/<link rel="canonical" href="[^"]*\/programs\/acme\/">/);
	expect(others).toEqual(expect.arrayContaining(['404.html', 'index.html', 'llms.txt', 'programs/acme/index.html']));
});

test('When the first organization is listed, all pages link to the list, as in a new release', async () => {
	const [over, fresh] = [await build(listed, 'one'), await build(listed, 'two')];
	expect(over.naming).toEqual(expect.arrayContaining(['404.html', 'index.html', 'llms.txt', 'sitemaps/1.xml']));
	expect(over.others.filter((path) => path.endsWith('.html'))).toEqual([]);
	expect(over.root).toBe(fresh.root);
	expect((await build(repeated, 'one')).naming).toEqual([]);
});
