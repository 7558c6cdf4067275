import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { HOST_FILES } from '../../src/commands/server-files.ts';
import { staticContent } from '../../src/commands/static-site.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { pageMarkdown } from '../../src/website/machine-readable/page-markdown.ts';
import { currentFolder } from '../support/current-folder.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { copyDirectory, makeSnapshot } from '../support/small-directory.ts';

const directory = ownDirectory('site');
const server = await ownServer(directory);

/** The files of a folder by path, without the list of exported files. */
function filesIn(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
	return paths.filter((path) => path !== '.exported').sort();
}

/** The inode numbers of files. A file that was replaced has a new number. */
function numbersOf(folder: string): Map<string, number> {
	return new Map(filesIn(folder).map((path) => [path, statSync(join(folder, path)).ino]));
}

function exportTo(kind: 'site' | 'json', folder: string, out = directory.out): Promise<string> {
	return succeed('export', ['--out', out, `--${kind}`, folder]);
}

describe('export --json', () => {
	test('writes every body exactly as the API sends it, in files named by the paths', async () => {
		const json = join(directory.folder, 'json');
		const said = await exportTo('json', json);
		const files = filesIn(json);
		expect(said).toBe(`${files.length} files in ${json}: ${files.length} written, 0 removed\n`);
		const kinds = new Set(files.map((file) => file.split('/')[0]));
		expect(kinds).toEqual(
			new Set(['programs', 'categories', 'categories.json', 'reviews', 'organizations', 'export.json']),
		);
		for (const file of files) {
			const path = `/v1/${file === 'export.json' ? 'export/export.json' : file.replace(/\.json$/, '')}`;
			const { status, body } = await requestOnce(server.port, 'GET', path, [`X-API-Key: ${directory.key}`]);
			expect(status, path).toBe(200);
			expect(readFileSync(join(json, file)), path).toEqual(body);
		}
	});
});

describe('export --site', () => {
	test('writes what the server shows, without the parts that need a server, and the headers and redirects for other hosts', async () => {
		const site = join(directory.folder, 'site');
		await exportTo('site', site);
		const files = filesIn(site);
		expect(files).toEqual(expect.arrayContaining(['index.html', '404.html', '_headers', 'search-parts.json']));
		const { site_url } = await readManifest(currentFolder(directory.out));
		for (const file of files.filter((path) => !HOST_FILES.some((file) => file === path) && !path.endsWith('.md'))) {
			const path = `/${file.replace(/(^|\/)index\.html$/, '$1')}`;
			const { status, body } = await requestOnce(server.port, 'GET', path);
			expect([path, status]).toEqual([path, 200]);
			expect(readFileSync(join(site, file)).equals(staticContent(file, body, site_url!)), path).toBe(true);
		}
		const page = readFileSync(join(site, 'programs/index.html'));
		expect(readFileSync(join(site, 'programs.md'), 'utf8')).toBe(pageMarkdown(String(page), '/programs/', site_url!));
		expect(files.filter((file) => /^badges\/.+\.svg$/.test(file))).toHaveLength(4);
		expect(readFileSync(join(site, '_headers'), 'utf8')).toMatch(
			/^\/\*\n {2}Content-Security-Policy: default-src 'none'/,
		);
		expect(readFileSync(join(site, '_redirects'), 'utf8')).toBe('/about/api/ /docs/ 308\n');
	});

	test('writes only the changes of the next release, and removes files that it does not have', async () => {
		// Large enough that a build keeps the packs of the current release.
		const { snapshot, folder, remove } = makeSnapshot({ programs: 100, reviews: 500 });
		using _ = { [Symbol.dispose]: remove };
		const [out, site, whole] = ['out', 'changed', 'whole'].map((name) => join(folder, name)) as [
			string,
			string,
			string,
		];
		const build = () => succeed('build', ['--snapshot', snapshot, '--out', out]);
		const packsOf = async () => (await readManifest(currentFolder(out))).packs;
		await build();
		await exportTo('site', site, out);
		const before = numbersOf(site);
		const db = new Database(snapshot);
		const slugs = db.prepare("SELECT slug FROM programs WHERE status = 'published' ORDER BY slug").pluck().all();
		db.prepare("UPDATE programs SET status = 'draft' WHERE slug = ?").run(slugs[0]);
		db.close();
		const packs = await packsOf();
		await build();
		expect(await packsOf()).toEqual([expect.any(String), ...packs]);
		const [, written, removed] = / (\d+) written, (\d+) removed/.exec(await exportTo('site', site, out))!;
		const after = numbersOf(site);
		const replaced = [...after].filter(([path, number]) => before.get(path) !== number).map(([path]) => path);
		expect(replaced).toHaveLength(Number(written));
		expect(replaced).toContain('programs/index.html');
		expect(replaced).not.toContain('about/privacy/index.html');
		expect(replaced.length).toBeLessThan(after.size);
		const gone = [...before.keys()].filter((path) => !after.has(path));
		expect(gone).toHaveLength(Number(removed));
		expect(gone).toContain(`programs/${slugs[0]}/index.html`);
		expect(existsSync(join(site, `programs/${slugs[0]}`))).toBe(false);
		await exportTo('site', whole, out);
		expect(filesIn(site)).toEqual(filesIn(whole));
		for (const path of filesIn(site)) {
			expect(readFileSync(join(site, path)).equals(readFileSync(join(whole, path))), path).toBe(true);
		}
	});

	test('can be combined with --json', async () => {
		const [site, json] = [join(directory.folder, 'both-site'), join(directory.folder, 'both-json')];
		const said = await succeed('export', ['--out', directory.out, '--site', site, '--json', json]);
		expect(said.split('\n').map((line) => line.split(' ')[3])).toEqual([`${site}:`, `${json}:`, undefined]);
		expect([existsSync(join(site, 'index.html')), existsSync(join(json, 'categories.json'))]).toEqual([true, true]);
	});

	test('is refused if the release has no website', async () => {
		const api = copyDirectory('api');
		const { status, stderr } = await runCommand('export', ['--out', api.out, '--site', join(api.folder, 'site')]);
		api.remove();
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: 'The current release has no website. Build one without --only api, then export again.\n',
		});
	});
});

describe('export', () => {
	test('writes missing and changed files again, and files that a killed export may have left incomplete', async () => {
		const json = join(directory.folder, 'repaired');
		await exportTo('json', json);
		const files = filesIn(json);
		const [missing, longer, half] = files;
		rmSync(join(json, missing!));
		writeFileSync(join(json, longer!), `${readFileSync(join(json, longer!), 'utf8')} `);
		const content = readFileSync(join(json, half!), 'utf8');
		writeFileSync(join(json, half!), 'x'.repeat(content.length));
		const list = join(json, '.exported');
		writeFileSync(list, `${readFileSync(list, 'utf8')}unknown ${half}\n`);
		expect(await exportTo('json', json)).toContain(': 3 written, 0 removed');
		expect(readFileSync(join(json, half!), 'utf8')).toBe(content);
		expect(filesIn(json)).toEqual(files);
		expect(await exportTo('json', json)).toContain(': 0 written, 0 removed');
	});

	test('removes only files of earlier exports that the release does not have', async () => {
		const json = join(directory.folder, 'again');
		await exportTo('json', json);
		const list = join(json, '.exported');
		const lines = ['unknown programs/withdrawn.json', 'unknown ../package.json', 'unknown .exported', 'unknown .'];
		writeFileSync(list, `${readFileSync(list, 'utf8')}${lines.join('\n')}\n`);
		writeFileSync(join(directory.folder, 'package.json'), '{}');
		for (const name of ['withdrawn', 'mine']) writeFileSync(join(json, `programs/${name}.json`), '{}');
		expect(await exportTo('json', json)).toContain(': 0 written, 1 removed');
		expect(existsSync(join(json, 'programs/withdrawn.json'))).toBe(false);
		expect(existsSync(join(json, 'programs/mine.json'))).toBe(true);
		expect(existsSync(join(directory.folder, 'package.json'))).toBe(true);
		expect(await exportTo('json', json)).toContain(': 0 written, 0 removed');
	});

	test('refuses a folder with files that no export wrote', async () => {
		const folder = join(directory.folder, 'used');
		mkdirSync(folder);
		writeFileSync(join(folder, 'index.html'), '');
		for (const option of ['--json', '--site']) {
			expect(await runCommand('export', ['--out', directory.out, option, folder])).toEqual({
				status: 1,
				stdout: '',
				stderr: `${folder} contains files that are not from an export. Choose a new or empty folder, or the folder of an earlier export.\n`,
			});
		}
		expect(readdirSync(folder)).toEqual(['index.html']);
	});

	test('explains with a sentence why it failed', async () => {
		const nothing = join(directory.folder, 'nothing');
		const unused = join(directory.folder, 'unused');
		for (const [args, sentence] of [
			[['--out', nothing, '--json', unused], `There is no release in ${nothing}.`],
			[['--out', 'package.json', '--json', unused], 'There is no release in package.json.'],
			[['--out', directory.out, '--json', 'package.json'], 'Could not create the folder package.json'],
			[['--out', directory.out], 'Name a folder with --site, --json or --csv.'],
			[['--out', directory.out, '--json', unused, '--site', `${unused}/`], 'Name different folders'],
		] as const) {
			const { status, stdout, stderr } = await runCommand('export', args);
			expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
			expect(stderr).toContain(sentence);
			expect(stderr.split('\n')).toHaveLength(2);
		}
	});
});
