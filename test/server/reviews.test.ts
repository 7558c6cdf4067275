import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { publishedPrograms } from '../../src/snapshot/read.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { FormClient } from '../support/form-client.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { rowsOf } from '../support/states.ts';

const PASSWORD = 'a rather long one';
const GOOD = {
	rating: '4.5',
	title: 'Pays on time',
	body: 'They pay what they promise, every month.',
	months_in_program: '12',
	paid_on_time: 'yes',
	approval_days: '',
};

let programs: readonly {
	readonly slug: string;
	readonly name: string;
	readonly organization: { readonly slug: string };
}[];
let importedAuthor: string;
let people = 0;

const directory = ownDirectory('site');
const server = await ownServer(directory, { env: { TRUST_PROXY: '1' } });
const state = openSqlite(directory.state);
withSnapshot(directory.snapshot, (db) => {
	programs = [...publishedPrograms(db)];
	importedAuthor = db.prepare<[], string>('SELECT display_name FROM authors ORDER BY username').pluck().get()!;
});
afterAll(() => state.close());

interface Person {
	readonly user: FormClient;
	readonly email: string;
	readonly id: string;
}

/** A user with a new account. @param isConfirmed whether the email address is confirmed */
async function newPerson(isConfirmed = true): Promise<Person> {
	const user = new FormClient(server.port);
	const email = `writer${++people}@site.example`;
	expect((await user.post('/account/sign-up/', { email, newPassword: PASSWORD })).status).toBe(303);
	if (isConfirmed) await rowsOf(state, 'UPDATE accounts SET email_verified = 1 WHERE email = @email', { email });
	return { user, email, id: (await state.accounts.findByEmail(email))!.id };
}

const write = (user: FormClient, fields: { readonly [name: string]: string } = {}, program = programs[0]!.slug) =>
	user.post(`/account/reviews/${program}/`, { author: `Writer ${people} of letters`, ...GOOD, ...fields });

/** Leaves out quoted attributes, in which only quotes need to be escaped. */
const withoutValues = (html: string) => html.replace(/ (?:value|content)="[^"]*"/g, '');

const textOf = async (user: FormClient, address: string) => (await user.get(address)).text();
const waiting = async (id: string) =>
	(await state.proposals.waiting({ most: 1000 })).filter((one) => one.account_id === id);

async function settle(id: string, status: 'accepted' | 'rejected', reason: string | null = null): Promise<void> {
	const [proposal] = await waiting(id);
	const { id: proposalId, version } = proposal!;
	await state.proposals.settle({ id: proposalId, version, status, reason, change_id: null }, '2026-11-27T00:00:00Z');
}

test('The page of a program leads to the form, which asks visitors to sign in and leads back', async () => {
	const visitor = new FormClient(server.port);
	const { slug } = programs[0]!;
	expect(await textOf(visitor, `/programs/${slug}/`)).toContain(`href="/account/reviews/${slug}/"`);
	const { status, headers } = await visitor.get(`/account/reviews/${slug}/`);
	expect([status, headers.get('location')]).toEqual([
		303,
		`/account/sign-in/?to=${encodeURIComponent(`/account/reviews/${slug}/`)}`,
	]);
});

test('Only accounts with a confirmed address can write, even if they send the form themselves', async () => {
	const { user, id } = await newPerson(false);
	const page = await textOf(user, `/account/reviews/${programs[0]!.slug}/`);
	expect(page).toContain('confirmed email address');
	expect(page).toContain('This site cannot send email, so it cannot confirm yours.');
	const response = await write(user);
	expect(response.status).toBe(422);
	expect(await response.text()).toContain('Confirm your email address first.');
	expect(await waiting(id)).toEqual([]);
});

test('A review waits, is rejected with a reason, sent again, approved and withdrawn', async () => {
	const { user, id } = await newPerson();
	const { slug, name } = programs[1]!;
	const sent = await write(user, {}, slug);
	expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account/reviews/?done=review-sent']);
	expect(await textOf(user, '/account/reviews/')).toContain('Waiting for an editor.');
	await settle(id, 'rejected', 'Please say what you sold.');
	expect(await textOf(user, '/account/reviews/')).toMatch(/Rejected\.[\s\S]*Please say what you sold\./);
	const form = await textOf(user, `/account/reviews/${slug}/`);
	expect(form).toContain('They pay what they promise, every month.');
	expect(form).not.toContain('name="author"');
	expect((await write(user, { title: 'Pays on time, for newsletters' }, slug)).status).toBe(303);
	await settle(id, 'accepted');
	expect(await textOf(user, '/account/reviews/')).toContain('Approved. It goes online with the next release.');
	expect((await user.post(`/account/reviews/${slug}/withdraw/`, { what: 'review' })).headers.get('location')).toBe(
		'/account/reviews/?done=review-withdrawn',
	);
	const page = await textOf(user, '/account/reviews/');
	expect(page).toContain('Withdrawn. An editor takes it out');
	expect(page).toContain(name);
});

describe('The form refuses', () => {
	test.each([
		['no rating', { rating: '' }, 'rating'],
		['a rating between the steps', { rating: '4.2' }, 'rating'],
		['a rating as text', { rating: '__proto__' }, 'rating'],
		['a short review', { body: 'Good' }, 'body'],
		['a word of 10,000 characters', { body: 'x'.repeat(10_000) }, 'body'],
		['a title that turns other text', { title: 'Pays \u202eyllaer' }, 'title'],
		['a title of zero-width characters', { title: '\u200b\u200b\u200b\u200b' }, 'title'],
		['a title that hides text', { title: 'Pays \u{e0041}\u{e0042}on time' }, 'title'],
		['half a month', { months_in_program: '1.5' }, 'months_in_program'],
		['a huge number of days', { approval_days: '999999999' }, 'approval_days'],
		['another answer', { paid_on_time: 'maybe' }, 'paid_on_time'],
		['markup as a name', { author: '<script>alert(1)</script>' }, 'author'],
		['a reserved name', { author: 'Mоdеrаtоr' }, 'author'],
		['a name in letters of two alphabets', { author: 'Ada Lovelаce' }, 'author'],
	])('%s', async (_what, fields, field) => {
		const { user, id } = await newPerson();
		const response = await write(user, fields);
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain(`id="${field}-problem"`);
		expect(withoutValues(html)).not.toContain('<script>alert');
		expect(await waiting(id)).toEqual([]);
	});

	test('the name of an imported author, also in other letters, and that of another account', async () => {
		const [first, second] = [await newPerson(), await newPerson()];
		const similar = importedAuthor.toUpperCase().replaceAll('A', 'Ａ').replaceAll('O', 'ᴏ').replaceAll('E', 'Ｅ');
		for (const author of [importedAuthor, similar]) {
			const response = await write(first.user, { author });
			expect(response.status, author).toBe(422);
			expect(await response.text()).toContain('Another author has this name');
		}
		expect((await write(first.user, { author: 'Zoë Unusual' })).status).toBe(303);
		expect((await write(second.user, { author: 'zoe unusuaI' })).status).toBe(422);
		expect(await waiting(second.id)).toEqual([]);
	});

	test('the name of the site, also in other letters', async () => {
		const { name } = JSON.parse(readFileSync('data/site.json', 'utf8'));
		const { user, id } = await newPerson();
		for (const author of [name, name.toUpperCase().replaceAll('A', 'Ａ'), `The ${name} team`]) {
			const response = await write(user, { author });
			expect([response.status, author]).toEqual([422, author]);
			expect(await response.text()).toContain('This name would speak for the directory.');
		}
		expect(await waiting(id)).toEqual([]);
	});

	test('a program that is not listed', async () => {
		const { user, id } = await newPerson();
		const { status } = await write(user, {}, 'no-such-program');
		expect(status).toBe(404);
		expect(await waiting(id)).toEqual([]);
	});
});

test('Nobody decides more about a review than its form has', async () => {
	const { user, id } = await newPerson();
	const more = {
		status: 'published',
		upvotes: '999',
		id: 'rev_mine',
		author_username: 'ada',
		created_at: '1999-01-01T00:00:00Z',
		action: 'remove',
		account_id: 'acc_x',
	};
	expect((await write(user, more)).status).toBe(303);
	const [{ fields, status, account_id }] = (await waiting(id)) as never as [
		{ fields: Record<string, unknown>; status: string; account_id: string },
	];
	expect([status, account_id]).toEqual(['pending', id]);
	expect(Object.keys(fields).sort()).toEqual([
		...['action', 'approval_days', 'author_display_name', 'author_username', 'body', 'created_at', 'id'],
		...['months_in_program', 'paid_on_time', 'rating', 'title'],
	]);
	expect(fields).toMatchObject({ action: 'write', author_username: expect.stringMatching(/^member-/) });
	expect(fields.id).not.toBe('rev_mine');
	expect(fields.created_at).not.toContain('1999');
});

test('Nobody reads, changes or withdraws the review of another account', async () => {
	const [ada, eve] = [await newPerson(), await newPerson()];
	const { slug } = programs[2]!;
	await write(ada.user, { author: 'Ada of the third', title: 'Only Ada knows this' }, slug);
	expect(await textOf(eve.user, `/account/reviews/${slug}/`)).not.toContain('Only Ada knows this');
	expect(await textOf(eve.user, '/account/reviews/')).not.toContain('Only Ada knows this');
	const withdrawn = await eve.user.post(`/account/reviews/${slug}/withdraw/`, { what: 'review' });
	expect(withdrawn.headers.get('location')).toBe('/account/reviews/');
	await write(eve.user, { author: 'Eve of the third', title: 'A review by Eve' }, slug);
	expect(await waiting(ada.id)).toMatchObject([{ fields: { title: 'Only Ada knows this' } }]);
	expect(await waiting(eve.id)).toMatchObject([{ fields: { title: 'A review by Eve' } }]);
});

test('Whoever speaks for the organization of a program cannot review it', async () => {
	const { user, id } = await newPerson();
	const { slug, organization } = programs[0]!;
	const claim = await state.claims.start(id, organization.slug, '2026-11-27T00:00:00Z');
	if (typeof claim === 'string') throw new Error(claim);
	await state.claims.verify(claim.id, 'editor', undefined, '2026-11-27T00:00:00Z');
	const page = await textOf(user, `/account/reviews/${slug}/`);
	expect(page).toContain('You speak for the organization of this program');
	expect(page).not.toContain('Send review');
	const response = await write(user, {}, slug);
	expect(response.status).toBe(422);
	expect(await response.text()).toContain('You speak for the organization of this program');
	expect((await waiting(id)).filter(({ kind }) => kind === 'review')).toEqual([]);
});

test('A flood of reviews stops, and one account has one review of a program whatever it sends', async () => {
	const { user, id } = await newPerson();
	const author = 'Flo Odwriter';
	const statuses: number[] = [];
	for (let nth = 0; nth < 34; nth++) statuses.push((await write(user, { author, title: `Review ${nth}` })).status);
	expect(new Set(statuses.slice(0, 30))).toEqual(new Set([303]));
	expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
	expect(await waiting(id)).toHaveLength(1);
});

test('What an author writes is escaped wherever the account shows it', async () => {
	const { user } = await newPerson();
	const evil = '"><img src=x onerror=alert(1)>';
	await write(user, { title: evil, body: `</textarea><script>alert(2)</script> [click](javascript:alert(3)) ${evil}` });
	for (const address of [
		'/account/reviews/',
		`/account/reviews/${programs[0]!.slug}/`,
		`/account/reviews/${programs[0]!.slug}/withdraw/`,
	]) {
		const html = withoutValues(await textOf(user, address));
		expect(html).not.toContain('<img src=x');
		expect(html).not.toContain('<script>alert');
		expect(html).not.toContain('href="javascript:');
	}
});

test('The form that deletes an account asks what becomes of published reviews', async () => {
	const { user, id } = await newPerson();
	await write(user, { author: 'Gone Tomorrow' });
	expect(await textOf(user, '/account/settings/delete/')).not.toContain('Your published reviews');
	await settle(id, 'accepted');
	expect(await textOf(user, '/account/settings/delete/')).toContain('Keep them, without my name');
	const refused = await user.post('/account/settings/delete/', { password: PASSWORD, reviews: 'publish' });
	expect(refused.status).toBe(422);
	expect((await user.post('/account/settings/delete/', { password: PASSWORD, reviews: 'anonymize' })).status).toBe(303);
	const left = (await state.proposals.waiting({ most: 1000 })).filter(({ fields }) => fields.action === 'anonymize');
	expect(left).toMatchObject([{ account_id: null, target: programs[0]!.slug, fields: { action: 'anonymize' } }]);
	expect(JSON.stringify(left)).not.toContain('Gone Tomorrow');
});
