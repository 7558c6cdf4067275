import Database from 'better-sqlite3';
import { DOMParser } from 'linkedom';
import { afterAll, describe, expect, test } from 'vitest';
import type { SyncedList } from '../../src/accounts/saved.ts';
import { MOST_SAVED, type SavedProgram } from '../../src/catalog/saved-program.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { buildHere } from '../support/build-here.ts';
import { FormClient } from '../support/form-client.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';

const PASSWORD = 'a rather long one';
const SYNC = '/account/saved/sync';
const FEED_PAGE = '/account/saved/';

let people = 0;

const directory = ownDirectory('site');
const server = await ownServer(directory, { env: { TRUST_PROXY: '1' } });
const state = openSqlite(directory.state);
const db = new Database(directory.snapshot, { readonly: true });
const listed: readonly string[] = db
	.prepare<[], string>("SELECT slug FROM programs WHERE status = 'published' ORDER BY slug")
	.pluck()
	.all();
db.close();
afterAll(() => state.close());

interface Person {
	readonly user: FormClient;
	readonly id: string;
}

async function newPerson(): Promise<Person> {
	const user = new FormClient(server.port);
	const email = `saver${++people}@site.example`;
	expect((await user.post('/account/sign-up/', { email, newPassword: PASSWORD })).status).toBe(303);
	return { user, id: (await state.accounts.findByEmail(email))!.id };
}

const program = (slug: string, fields: Partial<SavedProgram> = {}): SavedProgram => ({
	...{ slug, name: slug, day: '2026-05-01', status: null, note: '' },
	...fields,
});
const put = (slug: string, fields: Partial<SavedProgram> = {}) => ({
	slug,
	at: Date.now(),
	program: program(slug, fields),
});
const send = ({ user, id }: Person, entries: unknown) =>
	user.post(SYNC, { account: id, entries: JSON.stringify(entries) });
const listOf = async (person: Person): Promise<readonly (SavedProgram | null)[]> => {
	const { entries } = (await (await send(person, [])).json()) as SyncedList;
	return entries.map((entry) => entry.program);
};

/** Makes a feed, and returns the path of its address. */
async function newFeed({ user }: Person): Promise<string> {
	const page = await (await user.post(FEED_PAGE, { action: 'open' })).text();
	return /\/saved\/feed\.atom\?key=\w+/.exec(page)![0];
}

/** Requests an address as a feed reader does: without cookies. */
const readFeed = (address: string, headers: { readonly [name: string]: string } = {}) =>
	new FormClient(server.port).send(address, { headers });

describe('A browser and its account', () => {
	test('have the same list after the browser has sent its own', async () => {
		const ada = await newPerson();
		const acme = put('acme', { status: 'joined', note: 'Ask Dana' });
		const first: SyncedList = await (await send(ada, [acme])).json();
		expect(first).toEqual({ now: expect.any(Number), entries: [{ ...acme, merges: false }] });
		const other: SyncedList = await (await send(ada, [put('zeta')])).json();
		expect(other.entries.map(({ slug }) => slug)).toEqual(['zeta', 'acme']);
		expect(other.entries[1]).toEqual({ ...acme, merges: false });
	});

	test('exchange a full list of long notes', async () => {
		const ada = await newPerson();
		const note = 'A long note. '.repeat(150);
		const full = Array.from({ length: MOST_SAVED }, (_, i) => put(`p-${i}`, { note }));
		expect((await send(ada, full)).status).toBe(200);
		expect(await listOf(ada)).toHaveLength(MOST_SAVED);
		expect((await send(ada, [put('a', { note: 'a'.repeat(5_000_000) })])).status).toBe(413);
	});

	test('are told when the session has ended, or belongs to somebody else', async () => {
		const [ada, eve] = [await newPerson(), await newPerson()];
		const stranger = { user: new FormClient(server.port), id: ada.id };
		// A list that only people who are signed in can send is not even read.
		for (const entries of [[put('acme')], [put('a', { note: 'a'.repeat(5_000_000) })]])
			expect((await send(stranger, entries)).status).toBe(401);
		const foreign = await send({ user: eve.user, id: ada.id }, [put('acme')]);
		expect([foreign.status, await foreign.json()]).toEqual([409, { code: 'OTHER_ACCOUNT' }]);
		expect([await listOf(ada), await listOf(eve)]).toEqual([[], []]);
	});

	test('do not keep a time in the future, which would win over all later changes', async () => {
		const ada = await newPerson();
		await send(ada, [{ ...put('acme', { note: 'From a wrong clock' }), at: Date.now() + 1e9 }]);
		await new Promise((resolve) => setTimeout(resolve, 5));
		await send(ada, [put('acme', { note: 'Later' })]);
		expect(await listOf(ada)).toMatchObject([{ note: 'Later' }]);
	});

	test.each([
		['no list', {}],
		['text', 'acme'],
		['a slug that is none', [{ ...put('acme'), slug: '../acme' }]],
		['a program with another slug', [{ ...put('acme'), slug: 'zeta' }]],
		['a time as text', [{ ...put('acme'), at: '2026-05-01' }]],
		['a time that is too large', [{ ...put('acme'), at: 1e300 }]],
		['a time before all times', [{ ...put('acme'), at: -1 }]],
		['null', [null]],
		['no program', [{ slug: 'acme', at: 1 }]],
	])('refuse %s', async (_, entries) => {
		const ada = await newPerson();
		expect((await send(ada, entries)).status).toBe(422);
		expect(await listOf(ada)).toEqual([]);
	});

	test('keep only the fields of a saved program, whatever is sent', async () => {
		const ada = await newPerson();
		const more = { account_id: 'acc_x', place: 99, removed_at: 'x', changed_at: 'x', id: 1, status: 'admin' };
		const sent = { ...put('acme'), account_id: 'acc_x', program: { ...program('acme'), ...more, day: 'today' } };
		await send(ada, [sent]);
		expect(await listOf(ada)).toEqual([program('acme', { day: '' })]);
	});

	test('are not slowed by others, but a flood of one account stops', async () => {
		const ada = await newPerson();
		const attempts = await state.attempts();
		const { hash } = await import('node:crypto');
		const name = hash('sha256', `saver${people}@site.example`, 'base64url');
		const limit = { key: `saved account:${name}`, most: 2000, length: 3_600_000 };
		for (let i = 0; i < limit.most; i++) await attempts.add(limit);
		const refused = await send(ada, [put('acme')]);
		expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
		expect((await send(await newPerson(), [put('acme')])).status).toBe(200);
	});
});

describe('The feed', () => {
	test('has the changes of the saved programs and no others, for a reader without cookies', async () => {
		const ada = await newPerson();
		const [saved, other] = listed as [string, string];
		await send(ada, [put(saved, { note: 'Only Ada knows this', status: 'joined' })]);
		const feed = await newFeed(ada);
		expect(await (await readFeed(feed)).text()).not.toContain('<entry>');
		const db = new Database(directory.snapshot);
		db.prepare('UPDATE programs SET name = ? WHERE slug = ?').run('New & <b>improved</b>', saved);
		db.prepare('UPDATE programs SET name = ? WHERE slug = ?').run('Not saved', other);
		db.close();
		await buildHere(directory);
		await expect.poll(async () => (await readFeed(feed)).text()).toContain('Program changed: New');
		const response = await readFeed(feed);
		expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
		const text = await response.text();
		const atom = new DOMParser().parseFromString(text, 'text/xml');
		expect(atom.querySelectorAll('entry')).toHaveLength(1);
		expect(atom.querySelector('entry > title')!.textContent).toBe(
			'Program changed: New &#38; &#60;b&#62;improved&#60;/b&#62;',
		);
		expect(text).not.toMatch(/Only Ada knows this|Not saved|saver\d|joined/i);
		const self = atom.querySelector('link[rel=self]')!.getAttribute('href')!;
		expect(self.endsWith(feed)).toBe(true);
	});

	test('is sent only if it has changed, and only to its reader', async () => {
		const ada = await newPerson();
		await send(ada, [put(listed[0]!)]);
		const feed = await newFeed(ada);
		const { headers } = await readFeed(feed);
		expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-cache', 'noindex']);
		expect(headers.getSetCookie()).toEqual([]);
		const again = await readFeed(feed, { 'If-None-Match': headers.get('etag')! });
		expect([again.status, await again.text()]).toEqual([304, '']);
		expect(await (await readFeed('/robots.txt')).text()).not.toContain('key=');
	});

	test('moves to a new address, and the old one stops; it can be turned off', async () => {
		const ada = await newPerson();
		const first = await newFeed(ada);
		const second = await newFeed(ada);
		expect(second).not.toBe(first);
		expect([(await readFeed(first)).status, (await readFeed(second)).status]).toEqual([404, 200]);
		expect(await (await ada.user.get(FEED_PAGE)).text()).not.toContain('key=');
		const closed = await ada.user.post(FEED_PAGE, { action: 'close' });
		expect(closed.headers.get('location')).toBe('/account/saved/?done=saved-feed-off');
		expect((await readFeed(second)).status).toBe(404);
		expect(await (await ada.user.get('/account/history/')).text()).toContain('Feed of saved programs turned off');
	});

	test('cannot be guessed: each wrong key is the same 404, and after many the client must wait', async () => {
		const ada = await newPerson();
		const feed = await newFeed(ada);
		const guesser = new FormClient(server.port);
		const wrong = ['', '?key=', '?key=%00', `?key=${'a'.repeat(43)}`, `?key=${'a'.repeat(60_000 / 8)}`, '?key=a&key=b'];
		const answers = await Promise.all(
			wrong.map(async (query) => {
				const response = await guesser.get(`/saved/feed.atom${query}`);
				return [response.status, await response.text()];
			}),
		);
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		expect(answers[0]![0]).toBe(404);
		for (let i = 0; i < 24; i++) await guesser.get(`/saved/feed.atom?key=${i}`);
		const limited = await guesser.get('/saved/feed.atom?key=x');
		expect([limited.status, limited.headers.get('retry-after') !== null]).toEqual([429, true]);
		expect((await guesser.get(feed)).status).toBe(200);
		expect((await guesser.post(feed, {})).status).toBe(405);
	});

	test('never has its key in the log or the state', async () => {
		const ada = await newPerson();
		const feed = await newFeed(ada);
		const key = feed.split('=')[1]!;
		await readFeed(feed);
		await readFeed(`${feed}&x=1`);
		const lines = () => server.log().filter(({ path }) => path === '/saved/feed.atom');
		const before = lines().length;
		await readFeed(feed);
		await expect.poll(() => lines().length).toBeGreaterThan(before);
		expect(server.output()).not.toContain(key);
		const rows = new Database(`${directory.state}/state.sqlite`, { readonly: true });
		expect(JSON.stringify(rows.prepare('SELECT * FROM saved_feeds').all())).not.toContain(key);
		rows.close();
	});
});

test('The page of the feed is only for its owner', async () => {
	const { status, headers } = await new FormClient(server.port).get(FEED_PAGE);
	expect([status, headers.get('location')]).toEqual([303, '/account/sign-in/?to=%2Faccount%2Fsaved%2F']);
	const ada = await newPerson();
	expect((await ada.user.post(FEED_PAGE, { action: 'delete' })).status).toBe(422);
	expect(await state.saved.feedSince(ada.id)).toBeUndefined();
});
