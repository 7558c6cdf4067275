import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { buildHere } from '../support/build-here.ts';
import { currentSite } from '../support/current-site.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { makeSnapshot } from '../support/small-directory.ts';

const SVG = '<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
/** The same image as the site serves it. */
const CLEAN_SVG =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>\n';
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const WEBP = Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBPVP8 ', 'latin1');

const directory = makeSnapshot({ programs: 6, reviews: 4 });
const out = join(directory.folder, 'out');
const logos = join(directory.folder, 'logos');
const db = new Database(directory.snapshot);
const rows = db
	.prepare<[], { slug: string; organization: string }>(
		`SELECT min(slug) AS slug, organization FROM programs WHERE status = 'published' GROUP BY organization`,
	)
	.all();
/** Two programs, and the organization of the second program. The organization has another name. */
const own = rows[0]!.slug;
const organization = rows[1]!.organization;
const other = `${organization}-partners`;
db.prepare('UPDATE programs SET slug = ?, tracking_platform = ? WHERE slug = ?').run(
	other,
	organization,
	rows[1]!.slug,
);
db.close();
afterAll(() => directory.remove());

/** Fills the folder of logos with these files only. */
function store(files: { readonly [name: string]: string | Buffer }): void {
	rmSync(logos, { recursive: true, force: true });
	mkdirSync(logos);
	for (const [name, content] of Object.entries(files)) writeFileSync(join(logos, name), content);
}

const build = () => buildHere({ snapshot: directory.snapshot, out });

describe('Logos beside the snapshot', () => {
	let server: ServerProcess | undefined;
	afterAll(() => server?.stop('SIGKILL'));

	test('are shown by pages of the build and pages rendered on request', async () => {
		store({
			[`${own}.JPEG`]: JPEG,
			[`${organization}.SVG`]: SVG,
			'nobody.svg': SVG,
			'README.md': 'Where they are from',
		});
		await build();
		server = await startServer({ out, state: join(directory.folder, 'state') });
		for (const path of [`/programs/${own}/`, `/compare/?programs=${own},${other}`]) {
			expect(await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()).toContain(`src="/logos/${own}.jpg"`);
		}
		for (const path of ['/networks/', `/networks/${organization}/`]) {
			const shown = await (await fetch(`http://127.0.0.1:${server.port}${path}`)).text();
			expect(shown).toContain(`src="/logos/${organization}.svg"`);
		}
		const compared = await (await fetch(`http://127.0.0.1:${server.port}/compare/?programs=${other}`)).text();
		expect(compared).toContain(`src="/logos/${other}.svg"`);
		const logo = await fetch(`http://127.0.0.1:${server.port}/logos/${other}.svg`);
		expect(logo.headers.get('content-type')).toContain('image/svg+xml');
		expect(await logo.text()).toBe(CLEAN_SVG);
		const photo = await fetch(`http://127.0.0.1:${server.port}/logos/${own}.jpg`);
		expect(photo.headers.get('content-type')).toBe('image/jpeg');
		for (const stray of ['nobody.svg', 'README.md']) {
			expect((await fetch(`http://127.0.0.1:${server.port}/logos/${stray}`)).status).toBe(404);
		}
	});

	test('make a new release if one of them changes, and otherwise the same one', async () => {
		store({ [`${own}.webp`]: WEBP });
		const one = await build();
		expect((await build()).release).toBe(one.release);
		store({ [`${own}.svg`]: SVG });
		const two = await build();
		expect(two.release).not.toBe(one.release);
		const site = await currentSite(out);
		expect(String(site.get(`logos/${own}.svg`)!.read())).toBe(CLEAN_SVG);
		expect(String(site.get(`programs/${own}/index.html`)!.read())).toContain(`src="/logos/${own}.svg"`);
		site.close();
	});

	test('cause a warning if their names are not slugs, or their type is not supported', async () => {
		store({
			[`${own}.png`]: PNG,
			'nobody.svg': SVG,
			'Seed-Club.svg': SVG,
			'README.md': '',
			[`${other}.GIF`]: 'GIF89a',
		});
		const { status, stderr } = await runCommand('build', ['--snapshot', directory.snapshot, '--out', out]);
		expect(status).toBe(0);
		expect(stderr.trimEnd().split('\n')).toEqual([
			`warning: these logos in ${logos} are not used, because their file names do not match the slug of any program or organization: Seed-Club.svg, nobody.svg`,
			`warning: these logos in ${logos} are not used, because a logo must be SVG, PNG, WebP or JPEG: ${other}.GIF`,
		]);
	});

	test('are refused, with both names, if there are two for one slug', async () => {
		store({ [`${own}.png`]: PNG, [`${own}.jpg`]: JPEG });
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'refused')];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(1);
		expect(stderr).toBe(`There are two logos for ${own} in ${logos}: ${own}.jpg and ${own}.png. Remove one of them.\n`);
	});

	test('are refused if one is a link to a device, which could be read without end', async () => {
		store({});
		symlinkSync('/dev/zero', join(logos, `${own}.png`));
		const args = ['--snapshot', directory.snapshot, '--out', join(directory.folder, 'refused')];
		const { status, stderr } = await runCommand('build', args);
		expect(status).toBe(1);
		expect(stderr).toBe(
			`The logo ${join(logos, `${own}.png`)} is not a regular file. Replace it with one, or remove it.\n`,
		);
	});

	test.each([
		['is not an image', 'png', 'GIF89a', 'is not a PNG image'],
		['is another type of image', 'webp', PNG, 'is not a WebP image'],
		['is not a JPEG image', 'JPG', PNG, 'is not a JPEG image'],
		['is a web page', 'svg', '<!doctype html><html></html>', 'is not an SVG image'],
		['contains a script', 'svg', SVG.replace('/>', '><script>1</script></svg>'), 'has <script>'],
		['is too large', 'svg', SVG + ' '.repeat(100_000), 'Reduce it to at most'],
	])('are refused, with the name of the file, if one %s', async (_, type, content, sentence) => {
		store({ [`${own}.${type}`]: content });
		const copy = join(directory.folder, 'copy.sqlite');
		copyFileSync(directory.snapshot, copy);
		const { status, stderr } = await runCommand('build', [
			'--snapshot',
			copy,
			'--out',
			join(directory.folder, 'refused'),
		]);
		expect(status).toBe(1);
		expect(stderr).toContain(`The logo ${join(logos, `${own}.${type}`)}`);
		expect(stderr).toContain(sentence);
	});
});
