import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import { made, snapshotOf, temporaryFolder } from '../../snapshot/made.ts';
import { programIn, runOn } from './run-on.ts';

describe('The commands for editors', () => {
	test('report what changed, by whom and why, as a table or as Markdown', async () => {
		const snapshot = snapshotOf();
		await runOn(snapshot, 'programs', 'set', 'acme-partners', 'cookie_days=60', '--because', 'their *mail* | phone');
		await runOn(snapshot, 'undo');
		expect(await runOn(snapshot, 'report', '--since', '2026-01-01')).toMatch(
			/^day +who +what +records +why\n\S+ +\w+ +undo of change 1 +1 program changed: acme-partners\n\S+ +\w+ +set +1 program changed: acme-partners +their \*mail\* \| phone$/,
		);
		expect(await runOn(snapshot, 'report', '--since', '2026-01-01', '--markdown')).toMatch(
			/\n\| --- \| --- \| --- \| --- \| --- \|\n[\s\S]* \| set \| 1 program changed: acme-partners \| their \\\*mail\\\* \\\| phone \|$/,
		);
		expect(await runOn(snapshot, 'report', '--since', '2099-01-01')).toBe('No changes since 2099-01-01T00:00:00Z.');
	});

	test('write nothing with --dry-run, but show the same', async () => {
		const snapshot = snapshotOf();
		expect(await runOn(snapshot, 'programs', 'set', 'acme-partners', 'cookie_days=60', '--dry-run')).toMatch(
			/^programs acme-partners, cookie_days: nothing → 60\n.*\nFILE: would be written\. 1 program changed\.$/s,
		);
		expect(programIn(snapshot)?.cookie_days).toBeNull();
		expect(await runOn(snapshot, 'history')).toBe('No changes yet.');
	});

	test('know that an editor who changes terms has checked them', async () => {
		const snapshot = snapshotOf();
		await runOn(snapshot, 'programs', 'set', 'acme-partners', 'commission_rate=20');
		expect(programIn(snapshot)).toMatchObject({ commission_rate: 20, checked_at: expect.any(String) });
		await runOn(snapshot, 'programs', 'set', 'acme-partners', 'checked_at=', 'name=Acme');
		expect(programIn(snapshot)).toMatchObject({ name: 'Acme', checked_at: null });
	});

	test.each([
		[['set', 'acme-partner', 'name=x'], 'There is no program acme-partner. Did you mean acme-partners?'],
		[['set', 'acme-partners', 'cookie_day=3'], 'programs have no field cookie_day. Did you mean cookie_days?'],
		[['set', 'acme-partners', 'name'], 'name must be FIELD=VALUE, such as name=Acme.'],
		[
			['set', 'acme-partners', 'cookie_days=soon'],
			'program, field cookie_days: "soon" must be a number of days; write a whole number of days such as 30\nNothing was changed.',
		],
		[
			['set', 'acme-partners', 'organization=none'],
			'program, field organization: no such organization: none. Add it to organizations, or correct it.\nNothing was changed.',
		],
		[
			['set', 'acme-partners', 'slug=acme'],
			'To change slug, use rename: npm run programs -- rename acme-partners acme',
		],
		[['rename', 'acme-partners', 'Acme!'], expect.stringMatching(/^program, field slug: "Acme!" must be /)],
		[['add', 'slug=acme-partners'], expect.stringMatching(/^There already is a program acme-partners\. /)],
	])('refuse %j', async (args, message) => {
		const snapshot = snapshotOf();
		const before = programIn(snapshot);
		expect(await runOn(snapshot, 'programs', ...args)).toEqual(message);
		expect(programIn(snapshot)).toEqual(before);
	});

	test('do not remove an organization with programs, but merge it with another one', async () => {
		const snapshot = snapshotOf();
		expect(await runOn(snapshot, 'organizations', 'remove', 'acme')).toBe(
			'organization acme is used by 1 program, such as acme-partners. Change or remove them first, or merge: npm run organizations -- merge acme OTHER',
		);
		await runOn(snapshot, 'organizations', 'add', 'slug=beta', 'name=Beta');
		await runOn(snapshot, 'organizations', 'merge', 'acme', 'beta');
		expect(programIn(snapshot)?.organization).toBe('beta');
		expect(await runOn(snapshot, 'organizations', 'list')).toBe('slug  name  website_url\nbeta  Beta\n1 organization');
	});

	test('merge programs: reviews move, and the name becomes an alias', async () => {
		const snapshot = snapshotOf();
		await runOn(
			snapshot,
			'programs',
			'add',
			'slug=lumo',
			'name=Lumo',
			'organization=acme',
			'commission_type=tiered',
			'website_url=https://lumo.example/',
		);
		await runOn(snapshot, 'programs', 'merge', 'acme-partners', 'lumo');
		expect(programIn(snapshot, 'lumo')).toMatchObject({ aliases: ['Acme Partners'] });
		expect(programIn(snapshot)).toBeUndefined();
		expect(await runOn(snapshot, 'reviews', 'list', '--where', 'program=lumo')).toMatch(/^id .*\nrev_1 /);
	});

	test('redirect the slugs of renamed, merged and removed records, and take that back with undo', async () => {
		const snapshot = snapshotOf();
		const redirects = () =>
			withSnapshot(snapshot, (db) => db.prepare('SELECT slug, target FROM redirects ORDER BY slug').raw().all());
		await runOn(snapshot, 'programs', 'rename', 'acme-partners', 'acme-friends');
		expect(redirects()).toEqual([['acme-partners', 'acme-friends']]);
		expect(await runOn(snapshot, 'programs', 'show', 'acme-partners')).toBe(
			'There is no program acme-partners. Did you mean acme-friends?',
		);
		await runOn(snapshot, 'undo');
		expect(redirects()).toEqual([['acme-friends', 'acme-partners']]);
		await runOn(snapshot, 'organizations', 'add', 'slug=beta', 'name=Beta');
		await runOn(snapshot, 'organizations', 'merge', 'acme', 'beta');
		expect(redirects()).toContainEqual(['acme', 'beta']);
		await runOn(snapshot, 'programs', 'remove', 'acme-partners');
		expect(redirects()).toContainEqual(['acme-partners', null]);
		expect(redirects()).toContainEqual(['rev_1', null]);
		await runOn(snapshot, 'undo');
		await runOn(snapshot, 'undo', '4');
		expect(redirects()).toEqual([['acme-friends', 'acme-partners']]);
		expect(await runOn(snapshot, 'programs', 'remove', 'acme-partners', '--dry-run')).toContain('would be written');
		expect(redirects()).toEqual([['acme-friends', 'acme-partners']]);
	});

	test('approve and reject reviews', async () => {
		const snapshot = snapshotOf({
			organizations: [made('organizations')],
			programs: [made('programs')],
			reviews: [made('reviews', { status: 'pending' }), made('reviews', { id: 'rev_2', status: 'pending' })],
		});
		expect(await runOn(snapshot, 'reviews', 'pending')).toMatch(/rev_1 .*\nrev_2 .*\n2 reviews$/);
		await runOn(snapshot, 'reviews', 'approve', 'rev_1');
		await runOn(snapshot, 'reviews', 'reject', 'rev_2');
		const statusOf = (id: string) => withSnapshot(snapshot, (db) => recordFinder(db)('reviews', id)?.status);
		expect([statusOf('rev_1'), statusOf('rev_2')]).toEqual(['published', 'rejected']);
	});

	test('erase a record, say that this cannot be undone, and name the releases that still have it', async () => {
		const snapshot = snapshotOf();
		const out = temporaryFolder();
		const copy = join(out, 'releases/abc/snapshot.sqlite');
		mkdirSync(dirname(copy), { recursive: true });
		copyFileSync(snapshot, copy);
		const erase = ['erase', 'rev_1', '--because', 'asked by the author', '--out', out];
		expect(await runOn(snapshot, 'reviews', ...erase, '--dry-run')).toBe(
			'reviews rev_1: erased\nFILE: would be written. 1 review erased.',
		);
		expect(await runOn(snapshot, 'reviews', ...erase)).toBe(
			'reviews rev_1: erased\nFILE: written. 1 review erased. This cannot be undone.\nTo take it off the site: npm run build\nThese releases still have it, also in their copies of the snapshot: abc. restore-snapshot leaves it out. To see for how long they are kept: npm run releases',
		);
		expect(await runOn(snapshot, 'undo')).toMatch(
			/not undone: reviews rev_1, because the values of this edit were erased\.$/,
		);
		expect(await runOn(snapshot, 'reviews', 'show', 'rev_1')).toBe('There is no review rev_1.');
		expect(await runOn(snapshot, 'restore-snapshot', 'abc', '--out', out)).toBe(
			'FILE: nothing to change.\nnot restored: reviews rev_1, because its values were erased.',
		);
		expect(await runOn(snapshot, 'restore-snapshot', 'abcd', '--out', out)).toBe(
			`There is no release abcd in ${out}. Existing releases: abc.`,
		);
	});

	test('list the changes of a record under its present and its former slugs', async () => {
		const snapshot = snapshotOf();
		await runOn(snapshot, 'programs', 'set', 'acme-partners', 'name=One');
		await runOn(snapshot, 'programs', 'rename', 'acme-partners', 'acme');
		await runOn(snapshot, 'programs', 'set', 'acme', 'name=Two');
		await runOn(snapshot, 'programs', 'rename', 'acme', 'acme-friends');
		const all = await runOn(snapshot, 'history', 'acme-friends');
		expect(all).toMatch(/^change 4, .*\nchange 3, .*"One" → "Two"\nchange 2, .*\nchange 1, .* → "One"$/s);
		expect(await runOn(snapshot, 'history', 'acme-partners')).toBe(all);
		expect(await runOn(snapshot, 'history', 'acme')).toBe(all);
		expect(await runOn(snapshot, 'history', 'acme-friends', '--limit', '1')).toMatch(/^change 4, .*acme-friends"$/s);
		await runOn(snapshot, 'programs', 'remove', 'acme-friends');
		expect(await runOn(snapshot, 'history', 'acme')).toMatch(/^change 5, .*: removed\nchange 4, /s);
	});

	test('bring a redirect back when a record that was added with its slug is gone again', async () => {
		const snapshot = snapshotOf();
		const redirects = () =>
			withSnapshot(snapshot, (db) => db.prepare('SELECT slug, target FROM redirects ORDER BY slug').raw().all());
		await runOn(snapshot, 'organizations', 'rename', 'acme', 'acme-inc');
		await runOn(snapshot, 'organizations', 'add', 'slug=acme', 'name=Another');
		expect(redirects()).toEqual([]);
		await runOn(snapshot, 'undo');
		expect(redirects()).toEqual([['acme', 'acme-inc']]);
		await runOn(snapshot, 'undo');
		expect(redirects()).toEqual([]);
		expect(await runOn(snapshot, 'organizations', 'show', 'acme')).toContain('Another');
	});
});
