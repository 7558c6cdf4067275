/** Offers that expire while the records stay the same. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readCurrentFile } from '../support/current-site.ts';
import { ownFolder } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

const DAY = 24 * 60 * 60 * 1000;
const SHIFT = `--import=${new URL('../support/shifted-clock.ts', import.meta.url)}`;

const folder = ownFolder();
const [data, snapshot, out] = ['data', 'snapshot.sqlite', 'out'].map((name) => join(folder, name)) as [
	string,
	string,
	string,
];

beforeAll(async () => {
	const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
	mkdirSync(data);
	writeFileSync(join(data, 'organizations.csv'), 'slug,name\nacme,Acme\n');
	writeFileSync(
		join(data, 'programs.csv'),
		`slug,name,organization,commission_type,commission_rate,commission_until,website_url
acme,Acme,acme,one_time,20,${tomorrow},https://acme.example/
lumo,Lumo,acme,one_time,20,,https://lumo.example/
`,
	);
	await succeed('import', [data, '--snapshot', snapshot]);
});

/** Builds some days from now. Returns what the build says. */
function build(days: number): Promise<string> {
	const env = { NODE_OPTIONS: SHIFT, CLOCK_AHEAD: String(days * DAY) };
	return succeed('build', ['--snapshot', snapshot, '--out', out], { env });
}

const page = (slug: string) => readCurrentFile(out, `programs/${slug}/index.html`);

test('A later build shows an offer as expired whose last day has passed, and keeps the pages without it', async () => {
	await build(0);
	const other = await page('lumo');
	expect(await page('acme')).not.toContain('expired');
	expect(await build(1)).toContain('(unchanged)');
	const said = await build(2);
	expect(await page('acme')).toContain('expired');
	expect(await page('lumo')).toBe(other);
	expect(said).toMatch(/[1-9]\d* kept, 0 removed/);
	expect(await build(3)).toContain('(unchanged)');
});
