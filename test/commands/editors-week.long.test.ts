/** An editor's week, played with the commands in order: each test starts where the one before ended. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HELD } from '../../src/commands/build-report.ts';
import { runCommand, succeed } from '../support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'week-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
const IN = ['--snapshot', snapshot];
const BUILD = [...IN, '--out', out, '--only', 'api'];

function file(name: string, content: string | Buffer): string {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
}

/** A record as the snapshot has it. */
const shown = async (kind: string, key: string) => JSON.parse(await succeed(kind, ['show', key, ...IN, '--json']));
/** Builds, and returns the ID of the release that became current. */
const published = async () => JSON.parse(await succeed('build', [...BUILD, '--json'])).release as string;

const PARTNERS = 30;
/** A feed of partners. @param link makes the application page of a partner */
const feed = (cookie: number, link = (n: number) => `https://partner${n}.example/join`) =>
	JSON.stringify(
		Array.from({ length: PARTNERS }, (_, n) => ({
			name: `Partner ${n}`,
			website: `https://partner${n}.example/`,
			apply: link(n),
			commission: n === 0 ? '20% recurring' : '10% per sale',
			cookie: n === 1 ? `${cookie} days` : '30 days',
		})),
	);

let monday: string;

test('On Monday, a messy sheet comes in: its rows are read, and the one that cannot be is reported', async () => {
	const rows = [
		'Unsere Partner;;;;',
		'Name;Website;Provision;Cookie;Kategorie',
		'Acme Mail;acmemail.example;20 %;30 Tage;Email Marketing',
		'Foo CRM;https://foocrm.example;$50/sale;1 Year;CRM, Sales',
		'Müller & Söhne;https://mueller.example;12,5 %;n/a;CRM',
		'Kaputt;#REF!;5 %;30;CRM',
	];
	const sheet = file('Partnerliste (final) v3.csv', Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'));
	const refused = join(folder, 'refused.csv');
	await succeed('import', [sheet, ...IN, '--yes', '--partial', '--report', refused]);
	expect(readFileSync(refused, 'utf8')).toContain('#REF!');
	expect(await shown('programs', 'foo-crm')).toMatchObject({
		commission_amount: 50,
		cookie_days: 365,
		categories: ['crm', 'sales'],
	});
	expect(await shown('programs', 'muller-sohne')).toMatchObject({ name: 'Müller & Söhne', commission_rate: 12.5 });
	monday = await published();
});

test('On Tuesday, records are corrected, added, renamed, merged, removed and moderated', async () => {
	await succeed('programs', ['set', 'acme-mail', 'commission_rate=25', '--because', 'mail from Acme', ...IN]);
	await succeed('organizations', ['add', 'slug=nova', 'name=Nova', 'website_url=https://nova.example/', ...IN]);
	const nova = ['name=Nova', 'organization=nova', 'commission_type=tiered', 'website_url=https://nova.example/'];
	for (const slug of ['nova', 'nova-old', 'nova-test'])
		await succeed('programs', ['add', `slug=${slug}`, ...nova, ...IN]);
	await succeed('programs', ['rename', 'foo-crm', 'foo', ...IN]);
	await succeed('programs', ['merge', 'nova-old', 'nova', ...IN]);
	await succeed('programs', ['remove', 'nova-test', ...IN]);
	const review = ['id=rev_1', 'program=nova', 'author_username=ada', 'rating=4.5', 'status=pending'];
	await succeed('reviews', ['add', ...review, `created_at=${new Date().toISOString().slice(0, 19)}Z`, ...IN]);
	expect(await succeed('reviews', ['pending', ...IN])).toContain('rev_1');
	await succeed('reviews', ['approve', 'rev_1', ...IN]);
	await published();
	expect(await shown('reviews', 'rev_1')).toMatchObject({ status: 'published' });
	const { stderr } = await runCommand('programs', ['show', 'foo-crm', ...IN]);
	expect(stderr).toBe('There is no program foo-crm. Did you mean foo?\n');
});

test('On Wednesday, a feed comes in twice, and a correction made in between stays', async () => {
	await succeed('import', [file('feed.json', feed(45)), '--source', 'partners', '--yes', ...IN]);
	await succeed('build', [...BUILD, '--no-guard']);
	await succeed('programs', ['set', 'partner-1', 'cookie_days=60', ...IN]);
	const output = await succeed('import', [file('feed.json', feed(90)), '--source', 'partners', '--yes', ...IN]);
	expect(output).toMatch(
		/conflict: programs partner-1, cookie_days: the source now has 90, but it was changed here to 60/,
	);
	expect(await shown('programs', 'partner-1')).toMatchObject({ cookie_days: 60 });
	await succeed('accept', ['partner-1', ...IN]);
	expect(await shown('programs', 'partner-1')).toMatchObject({ cookie_days: 90 });
	await published();
});

test('On Thursday, a hijacked feed is held, its odd changes come first, and an undo takes them back', async () => {
	const hijacked = feed(90, (n) => (n < 5 ? 'https://evil.example/join' : `https://partner${n}.example/join`));
	await succeed('import', [file('feed.json', hijacked), '--source', 'partners', '--yes', ...IN]);
	const { status, stderr } = await runCommand('build', BUILD);
	expect(status).toBe(HELD);
	expect(stderr).toContain('evil.example');
	const [first] = (await succeed('diff', [...IN, '--out', out])).split('\n');
	expect(first).toMatch(/^odd: programs partner-\d+, .*evil\.example/);
	await succeed('undo', [...IN, '--because', 'hijacked feed']);
	await published();
	expect(await shown('programs', 'partner-0')).toMatchObject({ signup_url: 'https://partner0.example/join' });
});

test('On Friday, a stale copy of a colleague overwrites no correction, and brings nothing back', async () => {
	const stale = 'slug,commission_rate,cookie_days\nacme-mail,20,30\nnova-test,,7\nfoo-crm,,365\n';
	const copy = file('programs.csv', stale);
	await runCommand('import', [copy, '--source', 'colleague', ...IN]);
	expect(await shown('programs', 'acme-mail')).toMatchObject({ commission_rate: 25 });
	expect((await runCommand('programs', ['show', 'nova-test', ...IN])).status).toBe(1);
});

test('On Saturday, the site goes back to Monday, the snapshot too, and an undo brings the week back', async () => {
	await succeed('rollback', [monday, '--out', out]);
	expect((await runCommand('build', BUILD)).status).toBe(HELD);
	await succeed('restore-snapshot', [monday, ...IN, '--out', out]);
	expect((await runCommand('programs', ['show', 'partner-0', ...IN])).status).toBe(1);
	expect(await succeed('diff', [...IN, '--out', out])).toContain('the same as online');
	await succeed('undo', IN);
	expect(await shown('programs', 'partner-0')).toMatchObject({ name: 'Partner 0' });
	const { release } = JSON.parse((await runCommand('build', [...BUILD, '--json'])).stdout);
	await succeed('publish', [release, '--out', out, '--because', 'the week is back']);
});

test('On Sunday, the report says what changed, by whom and why, and the snapshot has no errors', async () => {
	const report = await succeed('report', ['--since', '2026-01-01', '--markdown', ...IN]);
	for (const because of ['mail from Acme', 'hijacked feed']) expect(report).toContain(because);
	expect(await succeed('check', IN)).toMatch(/\b0 errors/);
});
