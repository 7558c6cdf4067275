/** The former addresses of renamed and removed records, on the server and on other hosts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { logosBeside } from '../../src/build/logos.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { buildHere } from '../support/build-here.ts';
import { currentSite } from '../support/current-site.ts';
import { FormClient } from '../support/form-client.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';

const SITE = 'https://site.example';
const NOW = '2026-05-01T12:00:00Z';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

const directory = ownDirectory('site');
const { snapshot, out } = directory;
const logos = logosBeside(snapshot);
mkdirSync(logos, { recursive: true });
// Named after a former slug.
writeFileSync(join(logos, 'old-program.svg'), LOGO);
rename(snapshot);
await buildHere({ snapshot, out });
const site = await currentSite(out);
const server = await ownServer(directory);
afterAll(() => site.close());

/** Renames a record of each kind, and adds redirects from slugs of removed records and to a draft. */
function rename(snapshot: string): void {
	const db = new Database(snapshot);
	db.pragma('foreign_keys = ON');
	const first = (kind: string, key: string, where = 'TRUE') =>
		`${key} = (SELECT min(${key}) FROM ${kind} WHERE ${where})`;
	db.exec(`
		UPDATE programs SET slug = 'new-program' WHERE ${first('programs', 'slug')};
		UPDATE organizations SET slug = 'new-maker', name = 'Zz Maker' WHERE ${first('organizations', 'slug')};
		UPDATE categories SET slug = 'new-topic'
		WHERE ${first('categories', 'slug', "slug IN (SELECT category FROM program_categories WHERE program = 'new-program')")};
		UPDATE reviews SET id = 'rev_new' WHERE ${first('reviews', 'id', "status = 'published'")}`);
	db.exec(`
		UPDATE programs SET status = 'draft' WHERE slug = (SELECT max(slug) FROM programs);
		INSERT INTO redirects (kind, slug, target) VALUES
			('programs', 'old-program', 'new-program'), ('programs', 'older-program', 'old-program'),
			('programs', 'lost', NULL), ('programs', 'former-draft', (SELECT slug FROM programs WHERE status = 'draft')),
			('organizations', 'old-maker', 'new-maker'), ('categories', 'old-topic', 'new-topic'),
			('reviews', 'rev_old', 'rev_new');
		INSERT INTO redirects (kind, slug, target, was_public) VALUES
			('programs', 'secret-program', 'new-program', 0), ('programs', 'oldest-program', 'secret-program', 1)`);
	const review = db.prepare(
		`INSERT INTO reviews (id, program, author, rating, created_at, updated_at)
		 SELECT ?, 'new-program', author, 4, created_at, updated_at FROM reviews WHERE id = 'rev_new'`,
	);
	for (let i = 0; i < 40; i++) review.run(`rev_more-${i}`);
	db.close();
}

async function signUp(email: string): Promise<FormClient> {
	const user = new FormClient(server.port);
	expect((await user.post('/account/sign-up/', { email, newPassword: 'a rather long one' })).status).toBe(303);
	return user;
}

const get = (target: string) => requestOnce(server.port, 'GET', target, []);

describe('The server', () => {
	test.each([
		['/programs/old-program/', '/programs/new-program/'],
		['/programs/old-program', '/programs/new-program/'],
		['/programs/oldest-program/', '/programs/new-program/'],
		['/programs/older-program/?from=mail', '/programs/new-program/?from=mail'],
		['/programs/old-program/page/2/', '/programs/new-program/page/2/'],
		['/programs/old-program/page/2', '/programs/new-program/page/2/'],
		['/programs/old-program/page/2.md', '/programs/new-program/page/2.md'],
		['/programs/old-program/page/7/', '/programs/new-program/'],
		['/programs/old-program.md', '/programs/new-program.md'],
		['/programs/old-program/page/7.md', '/programs/new-program.md'],
		['/organizations/old-maker/', '/organizations/new-maker/'],
		['/categories/old-topic/', '/categories/new-topic/'],
		['/reviews/rev_old/', '/reviews/rev_new/'],
		['/badges/old-program.svg', '/badges/new-program.svg'],
		['/logos/old-program.svg', '/logos/new-program.svg'],
		['/share/programs/old-program.png', '/share/programs/new-program.png'],
		['/feeds/categories/old-topic.atom', '/feeds/categories/new-topic.atom'],
	])('redirects %s to %s, which exists', async (former, location) => {
		const { status, headers } = await get(former);
		expect([status, headers.get('location')]).toEqual([308, location]);
		expect(headers.get('cache-control')).toContain('public');
		expect((await get(location)).status).toBe(200);
	});

	test('leads from a link to apply with a former slug to the same page', async () => {
		const [former, present] = await Promise.all([get('/go/older-program'), get('/go/new-program')]);
		expect([former.status, former.headers.get('location')]).toEqual([302, present.headers.get('location')]);
	});

	test.each(['/programs/lost/', '/programs/lost', '/programs/lost.md', '/badges/lost.svg'])(
		'says that %s is gone',
		async (path) => {
			const { status, headers, body } = await get(path);
			expect([status, headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
			expect(body).toEqual(site.get('410.html')!.read());
		},
	);

	test.each([
		'/programs/former-draft/',
		'/programs/secret-program/',
		'/programs/no-such/',
		'/organizations/old-program/',
		'/badges/no-such.svg',
	])('does not find %s', async (path) => expect((await get(path)).status).toBe(404));

	test('compares a renamed program under its former slug, and only once', async () => {
		const pageOf = async (slugs: string) => String((await get(`/compare/?programs=${slugs}`)).body);
		const page = await pageOf('old-program,new-program,older-program');
		expect(page).toContain('href="/programs/new-program/"');
		expect(page).toBe(await pageOf('new-program'));
	});

	test('shows a saved program under the slug that the browser knows, with a link to the new one', async () => {
		const rows = String((await get('/saved/rows/?programs=old-program,lost')).body);
		expect(rows.match(/<tr /g)).toHaveLength(1);
		expect(rows).toContain('data-slug="old-program"');
		expect(rows).toContain('href="/programs/new-program/"');
	});

	test.each([
		['program=older-program', '/programs/new-program/'],
		['review=rev_old', '/reviews/rev_new/'],
	])('shows the form for reports with ?%s about %s', async (query, present) => {
		const { status, body } = await get(`/wrong-fact/?${query}`);
		expect([status, String(body).includes(`href="${present}"`)]).toEqual([200, true]);
	});

	test('starts a claim of an organization by its former slug or the former address of its page or program', async () => {
		const user = await signUp('maker@site.example');
		for (const organization of ['old-maker', `${SITE}/organizations/old-maker/`, `${SITE}/programs/old-program/`]) {
			const claimed = await user.post('/account/organizations/', { organization });
			expect([claimed.status, claimed.headers.get('location')]).toEqual([303, '/account/organizations/new-maker/']);
		}
	});

	test('shows the views of the organization with a former slug, not of the first one', async () => {
		const user = await signUp('viewer@site.example');
		const state = openSqlite(directory.state);
		const { id } = (await state.accounts.findByEmail('viewer@site.example'))!;
		await state.accounts.setPlan('viewer@site.example', 'pro');
		const snapshot = new Database(directory.snapshot, { readonly: true });
		const other = snapshot.prepare("SELECT slug FROM organizations WHERE slug <> 'new-maker'").pluck().get() as string;
		snapshot.close();
		for (const organization of ['new-maker', other]) {
			const claim = (await state.claims.start(id, organization, NOW)) as { id: string };
			expect(await state.claims.verify(claim.id, 'editor', 'pro', NOW)).toBe('verified');
		}
		await state.close();
		const shownAt = async (query: string) => {
			const page = await (await user.get(`/account/views/${query}`)).text();
			return /organization=([a-z0-9-]+)" aria-current="page"/.exec(page)?.[1];
		};
		expect([await shownAt(''), await shownAt('?organization=old-maker')]).toEqual([other, 'new-maker']);
	});

	test('leads from the account page of a review to the one under the new slug', async () => {
		const user = await signUp('olga@site.example');
		const moved = await user.get('/account/reviews/older-program/?from=list');
		expect([moved.status, moved.headers.get('location')]).toEqual([307, '/account/reviews/new-program/?from=list']);
		expect((await user.get('/account/reviews/new-program/')).status).toBe(200);
		expect((await user.get('/account/reviews/lost/')).status).toBe(404);
	});

	test('shows the logo with the former slug on the new page', () => {
		expect(String(site.get('programs/new-program/index.html')!.read())).toContain('/logos/new-program.svg');
	});
});

test('An exported website lists the redirects of pages, their Markdown and badges in a file for other hosts', async () => {
	const folder = join(directory.folder, 'exported');
	await succeed('export', ['--out', directory.out, '--site', folder]);
	expect(readFileSync(join(folder, '_redirects'), 'utf8').split('\n')).toEqual([
		'/about/api/ /docs/ 308',
		'/categories/old-topic/ /categories/new-topic/ 308',
		'/organizations/old-maker/ /organizations/new-maker/ 308',
		'/programs/old-program/ /programs/new-program/ 308',
		'/programs/older-program/ /programs/new-program/ 308',
		'/programs/oldest-program/ /programs/new-program/ 308',
		'/reviews/rev_old/ /reviews/rev_new/ 308',
		'/categories/old-topic.md /categories/new-topic.md 308',
		'/organizations/old-maker.md /organizations/new-maker.md 308',
		'/programs/old-program.md /programs/new-program.md 308',
		'/badges/old-program.svg /badges/new-program.svg 308',
		'/programs/older-program.md /programs/new-program.md 308',
		'/badges/older-program.svg /badges/new-program.svg 308',
		'/programs/oldest-program.md /programs/new-program.md 308',
		'/badges/oldest-program.svg /badges/new-program.svg 308',
		'/reviews/rev_old.md /reviews/rev_new.md 308',
		'',
	]);
});
