/** The configuration of a site in a folder outside the checkout. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import settings from '../../data/site.json' with { type: 'json' };
import { FILES } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { readSynonyms } from '../../src/search/intent/synonyms.ts';
import { unpack } from '../../src/search/sections.ts';
import { ownFolder } from '../support/own-server.ts';
import { runCommand, succeed } from '../support/run-command.ts';

const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#fff"/></svg>';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#24508c"/></svg>';

const folder = ownFolder();
const [config, data, out, site] = ['config', 'content', 'out', 'site'].map((name) => join(folder, name)) as [
	string,
	string,
	string,
	string,
];
const snapshot = join(folder, 'snapshot.sqlite');
const files = ['--snapshot', snapshot, '--out', out];
const env = { SITE_CONFIG: config, PORT: '5999' };
const write = (changes: object) =>
	writeFileSync(join(config, 'site.json'), JSON.stringify({ ...settings, ...changes }));
const OWN = {
	name: 'Ledger',
	mark: '/marks/ledger.svg',
	affiliate_links: true,
	operator_docs: false,
	accent: '#24508c',
};

beforeAll(async () => {
	for (const path of [data, join(config, 'public/marks')]) mkdirSync(path, { recursive: true });
	write(OWN);
	writeFileSync(join(config, 'public/marks/ledger.svg'), MARK);
	writeFileSync(join(config, 'public/favicon.svg'), ICON);
	writeFileSync(join(config, 'synonyms.csv'), 'ledger,account book\n');
	mkdirSync(join(config, 'pages/about'), { recursive: true });
	writeFileSync(join(config, 'pages/imprint.md'), '# Imprint\n\nLedger Ltd., [contact](mailto:a@ledger.example).\n');
	writeFileSync(join(config, 'pages/about/privacy.md'), '---\nsummary: We keep little.\n---\n# Your data\n');
	writeFileSync(join(data, 'organizations.csv'), 'slug,name\nacme,Acme\n');
	writeFileSync(
		join(data, 'programs.csv'),
		'slug,name,organization,commission_type,website_url,signup_url\nacme,Acme,acme,one_time,https://acme.example/,https://acme.example/join\n',
	);
	await succeed('import', [data, '--snapshot', snapshot], { env });
	await succeed('build', files, { env });
	await succeed('export', ['--out', out, '--site', site], { env });
});

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

describe('A configuration outside the checkout', () => {
	test('gives the site its name, mark and icon', () => {
		const page = read('index.html');
		expect(page).toMatch(/<title>.* – Ledger<\/title>/);
		expect(page).toContain('src="/marks/ledger.svg"');
		expect(read('marks/ledger.svg')).toBe(MARK);
		expect(read('favicon.svg')).toBe(ICON);
		expect(read('badges/acme.svg')).toContain(Buffer.from(MARK).toString('base64'));
	});

	test('gives the site pages, which every footer and the sitemap list, and replaces pages about the directory', () => {
		expect(read('imprint/index.html')).toContain('<h1>Imprint</h1>');
		expect(read('imprint/index.html')).toContain('<a href="mailto:a@ledger.example">contact</a>');
		expect(read('imprint.md')).toContain('# Imprint\n\nLedger Ltd.');
		const privacy = read('about/privacy/index.html');
		expect(privacy).toContain('<h1>Your data</h1>');
		expect(privacy).toContain('content="We keep little."');
		expect(privacy).not.toContain('On your device');
		const footer = read('programs/acme/index.html').split('<footer')[1];
		expect(footer).toContain('<a href="/imprint/">Imprint</a>');
		expect(footer).toContain('<a href="/about/privacy/">Your data</a>');
		expect(footer).not.toContain('>Privacy<');
		expect(read('llms.txt')).toContain('/about/privacy.md): We keep little.');
		expect(read('sitemaps/1.xml')).toContain('/imprint/</loc>');
	});

	test('gives the search synonyms, in place of those of the software', () => {
		const [release] = globSync('releases/*', { cwd: out });
		const index = readFileSync(join(out, release!, FILES.index));
		expect(readSynonyms(unpack(index))).toEqual([['ledger', 'account book']]);
	});

	test('is part of the release: the same one builds the same release, another one renders the pages again', async () => {
		const build = async () => JSON.parse(await succeed('build', [...files, '--json'], { env }));
		expect(await build()).toMatchObject({ outcome: 'unchanged' });
		write({ ...OWN, headline: 'Every rate' });
		const { outcome, pages } = await build();
		expect({ outcome, kept: pages.kept }).toEqual({ outcome: 'built', kept: 0 });
		writeFileSync(join(config, 'public/marks/ledger.svg'), `${MARK}\n`);
		expect(await build()).toMatchObject({ outcome: 'built' });
		writeFileSync(join(config, 'synonyms.csv'), 'ledger,account book,cash book\n');
		expect(await build()).toMatchObject({ outcome: 'built' });
		writeFileSync(join(config, 'synonyms.csv'), '"ledger');
		expect((await runCommand('build', files, { env })).stderr).toContain('synonyms.csv: line 1: The double quotes');
		rmSync(join(config, 'synonyms.csv'));
	});

	test('has settings of the environment beside it, and variables that are set win', async () => {
		writeFileSync(join(config, '.env'), 'SITE_URL=https://ledger.example\nHISTORY_DAYS=many\n');
		const build = (more: object) => runCommand('build', files, { env: { ...env, ...more }, launched: true });
		expect((await build({})).stderr).toContain("from env 'HISTORY_DAYS' is invalid");
		expect(await build({ HISTORY_DAYS: '30' })).toMatchObject({ status: 0 });
		const urls = async () =>
			Promise.all(
				globSync('releases/*', { cwd: out }).map(async (one) => (await readManifest(join(out, one))).site_url),
			);
		expect(await urls()).toContain('https://ledger.example');
		expect(await build({ HISTORY_DAYS: '30', SITE_URL: 'https://other.example' })).toMatchObject({ status: 0 });
		expect(await urls()).toContain('https://other.example');
	});
});
