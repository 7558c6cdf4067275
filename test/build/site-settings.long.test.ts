/** The settings of data/site.json, in a copy of the project whose file differs from ours. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/release/manifest.ts';
import { copyProject } from '../support/project-copy.ts';
import { runCommand } from '../support/run-command.ts';

const project = copyProject();
const config = join(project, 'data/site.json');
const settings = JSON.parse(readFileSync(config, 'utf8'));
const [data, out, site] = ['content', 'out', 'site'].map((name) => join(project, name)) as [string, string, string];
const snapshot = join(project, 'snapshot.sqlite');

/** Runs a command of the copy. */
const run = (name: string, args: readonly string[], env: { readonly [name: string]: string } = {}) =>
	runCommand(name, args, { cwd: project, env });

beforeAll(async () => {
	const changed = { ...settings, affiliate_links: true, operator_docs: false, accent: '#24508c' };
	writeFileSync(config, JSON.stringify(changed));
	mkdirSync(data);
	writeFileSync(join(data, 'organizations.csv'), 'slug,name\nacme,Acme\n');
	writeFileSync(
		join(data, 'programs.csv'),
		'slug,name,organization,commission_type,website_url,signup_url\nacme,Acme,acme,one_time,https://acme.example/,https://acme.example/join\n',
	);
	expect(await run('import', [data, '--snapshot', snapshot])).toMatchObject({ status: 0 });
	const args = ['--snapshot', snapshot, '--out', out];
	expect(await run('build', args, { PORT: '5999' })).toMatchObject({ status: 0 });
	expect(await run('export', ['--out', out, '--site', site])).toMatchObject({ status: 0 });
});
afterAll(() => rmSync(project, { recursive: true }));

const read = (path: string) => readFileSync(join(site, path), 'utf8');

describe('A directory with affiliate links', () => {
	test('says so on the pages of programs, and explains it on a page that every footer links to', () => {
		const page = read('programs/acme/index.html');
		expect(page).toContain('The link to apply may be an affiliate link.');
		expect(page.split('<footer')[1]).toContain('href="/about/affiliate-links/"');
	});

	test('marks links to programs as its page about affiliate links says', () => {
		const marks = /rel="([a-z ]+)"/.exec(read('about/affiliate-links.md'))![1];
		expect(marks).toBe('sponsored nofollow noopener');
		expect(read('programs/acme/index.html')).toContain(`href="https://acme.example/join" rel="${marks}"`);
	});
});

describe('A directory without the documentation for operators', () => {
	test('has none of its pages, and no links to them', () => {
		const pages = globSync('**/*.{html,md,xml,txt}', { cwd: site });
		expect(pages).toContain('docs/errors/index.html');
		expect(pages.filter((path) => path.startsWith('docs/operators'))).toEqual([]);
		expect(pages.filter((path) => read(path).includes('/docs/operators'))).toEqual([]);
	});

	test('names its own programs in examples', () => {
		expect(read('docs/markdown/index.html')).toContain('/programs/acme.md');
	});
});

test('The port of a local site is that of the server, in a build too', async () => {
	const [release] = globSync('releases/*', { cwd: out });
	expect((await readManifest(join(out, release!))).site_url).toBe('http://127.0.0.1:5999');
});

test.each([
	['affiliate_links', 'yes', 'It must be true or false.'],
	['operator_docs', 0, 'It must be true or false.'],
	['accent', 'rebeccapurple', 'It must be a colour such as #1f6f54'],
])('A wrong value of %s is refused', async (name, value, problem) => {
	writeFileSync(config, JSON.stringify({ ...settings, [name]: value }));
	const { status, stderr } = await run('build', ['--snapshot', snapshot, '--out', out]);
	expect(status).toBe(1);
	expect(stderr).toContain(`data/site.json is invalid. ${name}: ${problem}`);
});
