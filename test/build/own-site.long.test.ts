/** A directory of which the owner has changed everything that a configuration can change. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import defaults from '../../data/site.json' with { type: 'json' };
import { SITE_FIELDS } from '../../src/config/site/site-schema.ts';
import { ownFolder } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const OWN_SITE = join(import.meta.dirname, '../support/own-site');
const settings = JSON.parse(readFileSync(join(OWN_SITE, 'site.json'), 'utf8'));
const folder = ownFolder();
const env = { SITE_CONFIG: OWN_SITE };

beforeAll(async () => {
	const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
	await succeed('import', ['data/sample', '--snapshot', snapshot], { env });
	await succeed('build', ['--snapshot', snapshot, '--out', out], { env });
	await succeed('export', ['--out', out, '--site', join(folder, 'site')], { env });
});

const read = (path: string) => readFileSync(join(folder, 'site', path), 'utf8');
/** The texts of all links in a part of a page, with their addresses. */
const linksIn = (html: string) =>
	[...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>\s*([^<]*?)\s*<\/a>/g)].map(([, address, name]) => ({
		name,
		address,
	}));

describe('An owner can change without code', () => {
	test('every field of site.json', () => {
		const same = Object.keys(SITE_FIELDS).filter((field) => settings[field] === (defaults as never)[field]);
		// A missing wordmark is null, and the limits of the guard are not part of the site. Other directories are without
		// accounts and the API, in a test of servers.
		expect(same.sort()).toEqual(['accounts', 'api', 'guard', 'wordmark']);
	});

	test('the name, so that no page has another one', () => {
		// Nothing shows the mark that comes with the software.
		const pages = globSync('**/*.{html,md,txt,xml,atom,json,svg}', { cwd: join(folder, 'site') }).filter(
			(path) => path !== 'mark.svg',
		);
		expect(pages.length).toBeGreaterThan(400);
		expect(pages.filter((path) => read(path).includes(defaults.name))).toEqual([]);
		expect(read('index.html')).toContain(`<h1>${settings.headline}</h1>`);
		expect(read('programs/larkpost/index.html')).toContain('– Harbour Ledger</title>');
	});

	test('the colours and fonts', () => {
		const css = read('theme.css');
		// #8a1f4b, #2b1030 and #fffaf5, as the browser's own conversion has them.
		for (const part of ['--accent:light-dark(oklch(0.4291 0.146 0.8)', '--ink:oklch(0.2307 0.068 321.2)']) {
			expect(css).toContain(part);
		}
		expect(css).toContain(`--family:${settings.fonts.text};--display:${settings.fonts.display}, var(--family)`);
		const address = /url\("(\/fonts\/[0-9a-f]{8}-broad\.woff2)"\)/.exec(css)![1]!;
		const page = read('index.html');
		expect([...page.matchAll(/rel="preload" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([address]);
		const font = readFileSync(join(folder, 'site', address));
		expect(font.equals(readFileSync(join(OWN_SITE, 'fonts/broad.woff2')))).toBe(true);
		expect(read('_headers')).toMatch(/^\/fonts\/\*\n(?: .*\n)*? +Cache-Control: .*immutable$/m);
	});

	test('the links in the header and the footer, and the sentence in the footer', () => {
		const page = read('programs/larkpost/index.html');
		const menu = linksIn(/<ul class="sections[^"]*"[\s\S]*?<\/ul>/.exec(page)![0]);
		expect(menu).toEqual(settings.navigation);
		const footer = page.split('<footer')[1]!;
		expect(linksIn(/<ul[^>]*>[\s\S]*?<\/ul>/.exec(footer)![0])).toEqual(settings.footer);
		expect(footer).toContain(settings.footer_text);
		for (const { address } of settings.footer) expect(read(`${address}index.html`)).toContain('<h1>');
	});

	test('the license of the data, and the sources to name', () => {
		const footer = read('programs/larkpost/index.html').split('<footer')[1]!;
		const text = footer.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
		expect(text).toMatch(
			/License of the data: CC BY-SA 4\.0 ?Data converted from: OpenAffiliate under CC BY-SA 4\.0, The Harbour Office/,
		);
		const addresses = linksIn(footer).map(({ address }) => address);
		for (const { url } of [settings.license, ...settings.credits]) expect(addresses).toContain(url);
	});

	test('the texts about the directory, and the names of plans', () => {
		expect(read('about/affiliate-links/index.html')).toContain('Some links to programmes earn us a commission.');
		expect(read('about/method/index.html')).toContain('twice a year');
		expect(read('docs/authentication/index.html')).toContain('Cabin or Bridge');
	});
});
