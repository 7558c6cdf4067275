import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import settings from '../../../data/site.json' with { type: 'json' };
import { readSite } from '../../../src/config/site/site.ts';
import { SITE_FIELDS } from '../../../src/config/site/site-schema.ts';
import { checkFiles } from '../../../src/config/site-config.ts';
import { PROJECT } from '../../../src/shared/project.ts';
import { folderWith } from './folder-with.ts';

/** Returns the sentences with which a folder is refused. */
function refusalOf(folder: string): string[] {
	try {
		checkFiles(folder, readSite(folder));
	} catch (error) {
		expect((error as Error).name).toBe('UserError');
		return (error as Error).message.split('\n');
	}
	throw new Error('The folder was not refused.');
}

const withSettings = (changes: object, files = {}) =>
	folderWith({ 'site.json': JSON.stringify({ ...settings, ...changes }), ...files });

test('The default configuration is valid, and so is one with only the fields that have no default', () => {
	const folder = join(PROJECT, 'data');
	checkFiles(folder, readSite(folder));
	const { name, headline, description, url, accent, mark, contact } = settings;
	const least = folderWith({
		'site.json': JSON.stringify({ name, headline, description, url, accent, mark, contact }),
	});
	expect(readSite(least)).toEqual(readSite(folder));
});

const NO_COLOR = 'It must be a color such as #1f6f54 or oklch(0.44 0.09 165).';
const NO_STACK = 'It must be names of fonts, separated by commas, such as "Inter, system-ui, sans-serif".';
const NO_FILE = 'It must be the name of a file in fonts/, such as lora.woff2.';
const NO_LINK = 'It must be an address such as /imprint/, https://site.example/ or mailto:you@site.example.';

/** A wrong value for each field, what is said about it, and of which part if not of the whole field. */
const WRONG: readonly (readonly [field: string, value: unknown, problem: string, part?: string])[] = [
	['name', 5, 'It must be text.'],
	['name', ' ', 'It must not be empty.'],
	['name', 'x'.repeat(101), 'It must have at most 100 characters.'],
	['headline', null, 'It must be text.'],
	['description', [], 'It must be text.'],
	['url', 'directory.example', 'It must be an origin such as https://directory.example, without a path.'],
	['url', 'https://directory.example/path', 'It must be an origin such as https://directory.example, without a path.'],
	['accent', 'bluuue', 'It must be a color such as #1f6f54 or oklch(0.44 0.09 165).'],
	['accent', '#24508c}body{display:none', 'It must be a color such as #1f6f54 or oklch(0.44 0.09 165).'],
	['mark', '/../mark.svg', 'It must be the address of an SVG file in public/, such as /mark.svg.'],
	['mark', '/mark.png', 'It must be the address of an SVG file in public/, such as /mark.svg.'],
	['wordmark', false, 'It must be the address of an SVG file, such as /mark.svg.'],
	['contact', 'javascript:alert(1)', 'It must be an email address or a web address.'],
	['affiliate_links', 'yes', 'It must be true or false.'],
	['count_views', 'yes', 'It must be true or false.'],
	['order_by_views', 1, 'It must be true or false.'],
	['accounts', 'no', 'It must be true or false.'],
	['api', null, 'It must be true or false.'],
	['operator_docs', 0, 'It must be true or false.'],
	['log_addresses', 1, 'It must be true or false.'],
	['log_user_agents', null, 'It must be true or false.'],
	['key_prefix', 'SVC_', 'It must be lower-case letters and digits followed by _.'],
	['guard.removed', -1, 'It must be a percentage such as 5.'],
	['guard.domain', 1.5, 'It must be a whole number such as 3.'],
	['colors.ink', 'black', NO_COLOR],
	['colors.light', { quiet: 'grey' }, NO_COLOR, 'colors.light.quiet'],
	['fonts.text', 'Inter; color: red', NO_STACK],
	['fonts.files', [{ family: 'Lora', file: '../lora.woff2' }], NO_FILE, 'fonts.files.0.file'],
	['navigation', [{ name: 'Home', address: 'javascript:alert(1)' }], NO_LINK, 'navigation.0.address'],
	['footer', 'none', 'It must be a list of links: [{ "name": "Imprint", "address": "/imprint/" }].'],
	['footer_text', '', 'It must not be empty.'],
	['plan_names.pro', '', 'It must not be empty.'],
	['license', { name: 'CC0', url: 'by-sa' }, 'It must be a web address.', 'license.url'],
	[
		'credits',
		'OpenAffiliate',
		'It must be a list of sources: [{ "name": "OpenAffiliate", "url": "https://openaffiliate.dev" }].',
	],
];

test('The table of wrong values has every field', () => {
	const fields = new Set(WRONG.map(([field]) => field.split('.')[0]));
	expect([...fields].sort()).toEqual(Object.keys(SITE_FIELDS).sort());
});

test('Lists are ordered by counted views only if views are counted', () => {
	expect(() => readSite(withSettings({ order_by_views: true }))).toThrow(
		'order_by_views: It needs "count_views": true.',
	);
	expect(readSite(withSettings({ order_by_views: true, count_views: true }))).toMatchObject({ order_by_views: true });
});

test('Without the API, there are no accounts', () => {
	expect(readSite(withSettings({ api: false }))).toMatchObject({ api: false, accounts: false });
	expect(readSite(withSettings({ accounts: false }))).toMatchObject({ api: true, accounts: false });
});

describe('A configuration is refused', () => {
	test('if there is no site.json', () => {
		const folder = folderWith({});
		expect(refusalOf(folder)[0]).toMatch(`There is no file ${folder}/site.json. SITE_CONFIG must name a folder with`);
		expect(refusalOf(join(folder, 'none'))[0]).toMatch('There is no file');
	});

	test('if SITE_CONFIG names a file', () => {
		const file = join(withSettings({}), 'site.json');
		expect(refusalOf(file)[0]).toMatch(`SITE_CONFIG must name a folder, but ${file} is a file.`);
	});

	test('if site.json is not JSON, with line and column', () => {
		const folder = folderWith({ 'site.json': '{\n\t"name": "A",\n}\n' });
		expect(refusalOf(folder)).toEqual([
			`${folder}/site.json is not JSON: Expected double-quoted property name in JSON at position 16 (line 3 column 1).`,
		]);
	});

	test('if site.json cannot be read', () => {
		const folder = folderWith({ 'site.json/file': '' });
		expect(refusalOf(folder)).toEqual([`Could not read ${folder}/site.json: it is a folder.`]);
	});

	test.each(['[]', '"name"', 'null'])('if it is %s', (text) => {
		const folder = folderWith({ 'site.json': text });
		expect(refusalOf(folder)[1]).toBe('It must be an object: { "name": … }.');
	});

	test('with one line for each wrong field', () => {
		const { contact: _, ...incomplete } = settings;
		const folder = folderWith({ 'site.json': JSON.stringify({ ...incomplete, name: '', acent: '#24508c' }) });
		expect(refusalOf(folder)).toEqual([
			`${folder}/site.json is invalid.`,
			'name: It must not be empty.',
			'contact: It is missing. It must be an email address or a web address.',
			'acent: There is no such field. Did you mean accent?',
		]);
	});

	test.each(WRONG.map(([field, ...rest]) => ({ field, rest })))(
		'if $field is $rest.0',
		({ field, rest: [value, problem, part = field] }) => {
			const [name, inner] = field.split('.') as [string, string?];
			const folder = withSettings({ [name]: inner === undefined ? value : { [inner]: value } });
			expect(refusalOf(folder)).toEqual([`${folder}/site.json is invalid.`, `${part}: ${problem}`]);
		},
	);

	test('if a field of the guard is unknown', () => {
		expect(refusalOf(withSettings({ guard: { remove: 5 } }))[1]).toBe(
			'guard.remove: There is no such field. Did you mean guard.removed?',
		);
		expect(refusalOf(withSettings({ guard: { xyzzy: 5 } }))[1]).toBe(
			'guard.xyzzy: There is no such field. The known fields are removed, added, field, domain, commission.',
		);
	});

	test('if a font is missing or not WOFF2', () => {
		const files = [
			{ family: 'Lora', file: 'lora.woff2' },
			{ family: 'Lora', file: 'bold.woff2', weight: '700' },
		];
		const folder = withSettings({ fonts: { files } }, { 'fonts/bold.woff2': 'TTF' });
		expect(refusalOf(folder)).toEqual([
			`${folder}/site.json: fonts.files.0.file: There is no file ${folder}/fonts/lora.woff2.`,
			`${folder}/site.json: fonts.files.1.file: ${folder}/fonts/bold.woff2 is not a WOFF2 file.`,
		]);
	});

	test('if a mark is missing or not SVG', () => {
		const folder = withSettings({ mark: '/own.svg', wordmark: '/word.svg' }, { 'public/word.svg': 'PNG' });
		expect(refusalOf(folder)).toEqual([
			`${folder}/site.json: mark: There is no file ${folder}/public/own.svg.`,
			`${folder}/site.json: wordmark: ${folder}/public/word.svg is not an SVG file.`,
		]);
	});

	test('if the website cannot serve one of its files', () => {
		const folder = withSettings(
			{},
			{
				'public/docs/a.pdf': '',
				'public/über uns.txt': '',
				'public/robots.txt': '',
				'public/large': Buffer.alloc(10_000_001),
			},
		);
		expect(refusalOf(folder).sort()).toEqual([
			`${folder}/public/docs/a.pdf: The website already has something at /docs. Rename it.`,
			`${folder}/public/large: It has 10000001 bytes. Files can have at most 10000000 bytes.`,
			`${folder}/public/robots.txt: The website already has something at /robots.txt. Rename it.`,
			expect.stringContaining('über uns.txt: Its name must have only letters of ASCII'),
		]);
	});
});
