/** The command that grants claims. */
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, succeed } from '../support/run-command.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const EMAIL = 'ada@site.example';

let directory: SmallDirectory;
let slug: string;

beforeAll(() => {
	directory = copyDirectory('api');
	const db = new Database(directory.snapshot);
	slug = db.prepare<[], string>('SELECT slug FROM organizations ORDER BY length(slug) DESC LIMIT 1').pluck().get()!;
	db.close();
});
afterAll(() => directory?.remove());

const places = () => ['--state', directory.state, '--snapshot', directory.snapshot];
const granted = async () => JSON.parse(await succeed('claims', ['list', '--state', directory.state, '--json']));

test('A claim is granted only to an organization that exists, and the error names the one that was meant', async () => {
	const refused = await runCommand('claims', ['grant', EMAIL, `${slug}x`, ...places()]);
	expect(refused.status).toBe(1);
	expect(refused.stderr).toContain(`There is no organization ${slug}x. Did you mean ${slug}?`);
	expect(await granted()).toEqual([]);
	expect(await succeed('claims', ['grant', EMAIL, slug, ...places()])).toBe(`${EMAIL} speaks for ${slug}.\n`);
	expect(await granted()).toMatchObject([{ organization: slug, status: 'verified', method: 'editor' }]);
});

test('Without a snapshot, the command says that nothing was checked', async () => {
	rmSync(directory.snapshot);
	const { stdout } = await runCommand('claims', ['grant', EMAIL, 'elsewhere', ...places()]);
	expect(stdout).toContain(
		`${EMAIL} speaks for elsewhere.\nThere is no snapshot ${directory.snapshot}, so nothing has checked that this organization exists.`,
	);
});
