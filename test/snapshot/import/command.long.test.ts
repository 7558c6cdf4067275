import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkSnapshot } from '../../../src/snapshot/check.ts';
import { contentId } from '../../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { records } from '../../../src/snapshot/read.ts';
import { runCommand } from '../../support/run-command.ts';

const FILES = {
	'organizations.csv': 'slug,name\nacme,Acme\n',
	'categories.csv': 'slug,name\ntools,Tools\n',
	'programs.csv':
		'slug,name,organization,categories,commission_type,website_url,created_at\nacme,Acme,acme,tools,recurring,https://acme.example,2026-01-01\n',
	'reviews.csv': 'id,program,author_username,rating,created_at\nrev_1,acme,ada,4.5,2026-01-02\n',
};

const REGISTRY = {
	programs: [
		{
			slug: 'lumo',
			name: 'Lumo',
			url: 'https://lumo.example',
			category: 'AI',
			tracking_method: 'cookie',
			commission: { type: 'one-time', rate: 'not 20%' },
		},
	],
};

/** A folder with CSV files, and a path for a snapshot in a folder that does not exist yet. */
function workplace(files: { readonly [name: string]: string } = FILES) {
	const folder = mkdtempSync(join(tmpdir(), 'import-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	const snapshot = join(folder, 'deep/er/snapshot.sqlite');
	return { folder, snapshot, run: (...args: string[]) => runCommand('import', [...args, '--snapshot', snapshot]) };
}

describe('import', () => {
	test('makes a snapshot that passes the check, and prints what it added', async () => {
		const { folder, snapshot, run } = workplace();
		expect(await run(folder)).toEqual({
			status: 0,
			stdout: `organizations: 1 added, 0 changed, 0 unchanged
categories:    1 added, 0 changed, 0 unchanged
programs:      1 added, 0 changed, 0 unchanged
reviews:       1 added, 0 changed, 0 unchanged
Profile of the programs, to check at a glance:
  commission figure:               0 of 1 (0%)
  commission type:                 1 recurring
  cookie duration:                 0 of 1 (0%)
  sign-up link:                    0 of 1 (0%)
  domains:                         1
  organizations without a program: 0
  nearly the same everywhere:      nothing
  contradictory terms:             none
${snapshot}: written.
`,
			stderr: '',
		});
		expect(checkSnapshot(snapshot)).toMatchObject({ errors: [], warnings: [], counts: { reviews: 1 } });
		const source = withSnapshot(snapshot, (db) =>
			db.prepare("SELECT value FROM meta WHERE key = 'source'").pluck().get(),
		);
		expect(source).toBe(basename(folder));
	});

	test('changes nothing the second time, and does not write the file', async () => {
		const { folder, snapshot, run } = workplace();
		await run(folder);
		const before = readFileSync(snapshot);
		const { status, stdout } = await run(folder);
		expect(status).toBe(0);
		expect(stdout).toContain('programs:      0 added, 0 changed, 1 unchanged');
		expect(stdout).toContain('nothing to change.');
		expect(readFileSync(snapshot).equals(before)).toBe(true);
	});

	test('makes the same records from the same files with --now, imported together or one by one, with rows in any order', async () => {
		const programs = (rows: string) => `slug,name,organization,commission_type,website_url\n${rows}`;
		const row = (slug: string) => `${slug},${slug},acme,recurring,https://${slug}.example\n`;
		const files = { 'organizations.csv': FILES['organizations.csv'] };
		const one = workplace({ ...files, 'programs.csv': programs(row('a') + row('b')) });
		const other = workplace({ ...files, 'programs.csv': programs(row('b') + row('a')) });
		await one.run(one.folder, '--now', '2026-04-18T09:30:00Z');
		for (const name of ['organizations.csv', 'programs.csv']) {
			await other.run(join(other.folder, name), '--now', '2026-04-18 11:30:00+02:00');
		}
		const [id, otherId] = [one, other].map(({ snapshot }) => withSnapshot(snapshot, contentId));
		expect(otherId).toBe(id);
		const dates = withSnapshot(one.snapshot, (db) =>
			db.prepare('SELECT DISTINCT created_at FROM programs').pluck().all(),
		);
		expect(dates).toEqual(['2026-04-18T09:30:00Z']);
		expect(await one.run(one.folder, '--now', 'yesterday')).toMatchObject({
			status: 1,
			stderr: expect.stringContaining('It must be a day or a time such as 2026-04-18 or 2026-04-18T09:30:00Z.'),
		});
	});

	test('writes nothing if a row is invalid, and prints all errors on stderr', async () => {
		const { folder, snapshot, run } = workplace({ ...FILES, 'categories.csv': 'slug,nmae\ntools,Tools\n' });
		expect(await run(folder)).toEqual({
			status: 1,
			stdout: '',
			stderr: `error: ${folder}/categories.csv row 1, column nmae: "nmae" must be a column of categories; write name
error: ${folder}/categories.csv row 2, column name: it must be given; write the name
2 errors. Nothing was written.
`,
		});
		expect(existsSync(snapshot)).toBe(false);
	});

	test('warns if the snapshot contains the sample directory, except for files of the sample', async () => {
		const { folder, snapshot, run } = workplace();
		expect((await run('data/sample/organizations.csv')).stderr).toBe('');
		expect(await run('data/sample')).toMatchObject({ status: 0, stderr: '' });
		const { status, stderr } = await run(folder, '--json');
		expect(status).toBe(0);
		expect(stderr).toBe(
			`warning: ${snapshot} also contains the sample directory (40 invented organizations), which the website shows together with yours. To start without it, see "Start your own directory" in README.md.\n`,
		);
		expect((await run(folder)).stderr).toBe('');
	});

	test('prints 50 errors and the number of the others', async () => {
		const rows = Array.from({ length: 70 }, (_, index) => `Slug ${index},Name`).join('\n');
		const { folder, run } = workplace({ 'categories.csv': `slug,name\n${rows}\n` });
		const { stderr } = await run(folder);
		expect(stderr.split('\n').filter((line) => line.startsWith('error:'))).toHaveLength(50);
		expect(stderr).toContain('… and 20 more errors.\n70 errors. Nothing was written.');
	});

	test('prints the same error in many rows as one line', async () => {
		const rows = Array.from({ length: 8 }, () => 'acme-partners,r2,ada,6,Body').join('\n');
		const { folder, run } = workplace({ 'reviews.csv': `program,id,author_username,rating,body\n${rows}\n` });
		const { stderr } = await run(folder);
		expect(stderr).toContain(
			'row 2, column rating: 6 must be 1 to 5, in steps of 0.5; write a rating such as 4.5 (7 more: 3, 4, 5, 6, 7, …)\n',
		);
	});

	test('checks and prints the changes with --dry-run, but writes nothing', async () => {
		const { folder, snapshot, run } = workplace();
		const { status, stdout } = await run(folder, '--dry-run');
		expect(status).toBe(0);
		expect(stdout).toContain('reviews:       1 added, 0 changed, 0 unchanged');
		expect(stdout).toContain(`${snapshot}: would be written.`);
		expect(existsSync(join(folder, 'deep'))).toBe(false);
	});

	test('prints the differences with --dry-run, odd ones first', async () => {
		const { folder, run } = workplace();
		await run(folder);
		writeFileSync(join(folder, 'categories.csv'), 'slug,name\ntools,Tools and more\n');
		const moved = FILES['programs.csv'].replace('https://acme.example', 'https://other.example');
		writeFileSync(join(folder, 'programs.csv'), moved);
		const { stdout } = await run(folder, '--dry-run');
		expect(stdout.split('\n').slice(0, 3)).toEqual([
			'odd: programs acme, website_url moves from acme.example to other.example',
			'programs acme, website_url: "https://acme.example" → "https://other.example"',
			'categories tools, name: "Tools" → "Tools and more"',
		]);
		expect(JSON.parse((await run(folder, '--dry-run', '--json')).stdout).differences).toHaveLength(2);
		expect((await run(folder)).stdout).not.toContain('odd:');
	});

	test('prints a report with --json', async () => {
		const { folder, snapshot, run } = workplace();
		const { status, stdout } = await run(folder, '--json');
		expect(status).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			snapshot,
			source: basename(folder),
			written: true,
			added: { organizations: 1, categories: 1, programs: 1, reviews: 1 },
			changed: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
			unchanged: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
			removed: [],
			conflicts: [],
			kept_removed: [],
			gone: [],
			not_understood: 0,
			errors: [],
			more_errors: false,
			warnings: [],
			more_warnings: 0,
			notes: [],
			profile: expect.objectContaining({ programs: 1, domains: 1 }),
		});
		expect(JSON.parse((await run(folder, '--json')).stdout)).not.toHaveProperty('profile');
	});

	test.each(['a new snapshot', 'an existing one'])(
		'loses no records of %s if several imports run at once: each is written, or reports that it was not',
		async (which) => {
			const { folder, snapshot, run } = workplace();
			if (which === 'an existing one') await run(folder);
			const words = ['one', 'two', 'three', 'four'];
			for (const word of words) {
				const rows = Array.from({ length: 3_000 }, (_, index) => `${word}-${index},${word}`);
				mkdirSync(join(folder, word));
				writeFileSync(join(folder, word, 'categories.csv'), `slug,name\n${rows.join('\n')}\n`);
			}
			const ends = await Promise.all(words.map((word) => run(join(folder, word))));

			const written = words.filter((_, index) => ends[index]?.status === 0);
			const found = withSnapshot(snapshot, (db) => [...records(db, 'categories')].map(({ name }) => name));
			expect(new Set(found.filter((name) => name !== 'Tools'))).toEqual(new Set(written));
			expect(written).not.toEqual([]);
			for (const { status, stderr } of ends) {
				if (status !== 0) expect(stderr).toContain('is being written by another program. Try again');
			}
		},
	);

	test('reports the values of a registry that it ignored, and commissions that are not understood', async () => {
		const { folder, run } = workplace({ 'registry.json': JSON.stringify(REGISTRY) });
		const { status, stdout } = await run(join(folder, 'registry.json'));
		expect(status).toBe(0);
		expect(stdout).toContain('note: ignored fields that the directory does not have: tracking_method (1)\n');
		expect(stdout).toContain(
			'note: 1 program has a commission that is not understood: npm run programs -- list --unsure\n',
		);
		const { stdout: json } = await run(join(folder, 'registry.json'), '--json');
		expect(JSON.parse(json).notes).toContainEqual({
			about: 'ignored fields that the directory does not have',
			detail: 'tracking_method',
			programs: ['lumo'],
		});
	});

	test('explains in one line what it cannot read or write', async () => {
		const { folder, run } = workplace({ ...FILES, 'notes.txt': 'Dear all' });
		expect(await run('/no/such/programs.csv')).toEqual({
			status: 1,
			stdout: '',
			stderr: 'Could not read /no/such/programs.csv: the file or folder does not exist.\n',
		});
		const onText = await runCommand('import', [folder, '--snapshot', join(folder, 'notes.txt')]);
		expect(onText).toMatchObject({
			status: 1,
			stderr: `${folder}/notes.txt is not a SQLite file. Give the path of a snapshot.\n`,
		});
		const inText = await runCommand('import', [folder, '--snapshot', join(folder, 'notes.txt/snapshot.sqlite')]);
		expect(inText.status).toBe(1);
		expect(inText.stderr).toMatch(/^Could not create the folder .*notes\.txt: .*\.\n$/);
	});
});
