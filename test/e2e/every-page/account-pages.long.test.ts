import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../../src/state/state.ts';
import { secretBox } from '../../../src/state/webhooks/sealed-secret.ts';
import { addKey } from '../../support/add-key.ts';
import { expectNoFaults } from '../../support/axe.ts';
import { PRIVATE_ADDRESSES } from '../../support/private-pages.ts';
import { PASSWORD, useAccountSite } from '../account-site.ts';
import { expectGoodPage, expectValidHtml } from '../good-page.ts';

const AUTH_SECRET = 'x'.repeat(40);

const site = useAccountSite(() => ({
	AUTH_SECRET,
	GITHUB_CLIENT_ID: 'id',
	GITHUB_CLIENT_SECRET: 'a secret',
	GOOGLE_CLIENT_ID: 'id',
	GOOGLE_CLIENT_SECRET: 'b',
}));

const PAGES = PRIVATE_ADDRESSES.filter((address) => address.endsWith('/'));
/** The longest email address that mail servers accept. */
const LONG = `${'long'.repeat(15)}@${'very'.repeat(15)}.${'wide'.repeat(15)}.example`;

describe('Axe and html-validate find no errors, and nothing is wider than the screen', () => {
	test('on any page, signed in or not, or with a long name', async () => {
		const { page } = await site.visitSignedIn('/account/settings/email/');
		await page.getByLabel('New email address').fill(LONG);
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Change address' }).click();
		expect(await page.locator('dd bdi').innerText()).toBe(LONG);
		for (const visitor of [page, await site.visit()]) {
			const seen = new Set<string>();
			for (const address of PAGES) {
				await visitor.setViewportSize({ width: 1440, height: 800 });
				const response = await visitor.goto(address);
				const { pathname } = new URL(visitor.url());
				if (response!.status() === 404 || seen.has(pathname)) continue;
				seen.add(pathname);
				await expectValidHtml(await response!.text(), pathname);
				await expectGoodPage(visitor);
			}
			expect(seen.size).toBeGreaterThan(5);
		}
	});

	test('on the pages of two-factor, and on forms with errors', async () => {
		const { page } = await site.visitSignedIn('/account/settings/two-factor/');
		await page.getByLabel('Your password').fill('something else');
		await page.getByRole('button', { name: 'Set up' }).click();
		await expectGoodPage(page);
		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set up' }).click();
		await page.getByRole('heading', { name: 'Save the recovery codes' }).waitFor();
		await expectGoodPage(page);
	});

	test('on the pages of keys, with names of any kind and many ended keys', async () => {
		const { page, email } = await site.visitSignedIn('/account/keys/new/');
		await page.getByLabel('Name').fill('x'.repeat(100));
		await page.getByRole('button', { name: 'Create API key' }).click();
		await page.getByRole('heading', { name: 'Your new key' }).waitFor();
		await expectGoodPage(page);
		await expectNoFaults(page);
		const state = openSqlite(site.state);
		const { key } = await addKey(state, email, '<script>alert(1)</script> مفتاح \u202e');
		for (let n = 0; n < 30; n++) {
			const old = await addKey(state, email, `old ${n}.`);
			await state.keys.revoke(old.key.id, old.key.created_at);
		}
		const at = new Date().toISOString();
		for (const status of [200, 304, 400, 401, 403, 404, 405, 429, 500, 503]) {
			const use = { id: key.id, day: at.slice(0, 10), endpoint: '/programs', status, requests: 12_345, lastUsed: null };
			const path = `/v1/${'%E2%82%AC'.repeat(21)}…`;
			const request = { key_id: key.id, at, method: 'GET', path, status, address: '2001:db8:1234::x' };
			await state.usage.add([use, { ...use, endpoint: '/organizations/:slug/programs' }], [request]);
		}
		state.close();
		await page.setViewportSize({ width: 1440, height: 800 });
		await page.goto('/account/keys/');
		expect(await page.getByRole('row').count()).toBe(2 + 2 + 20);
		await page.getByRole('link', { name: 'Show all 30 revoked and expired keys' }).click();
		expect(await page.getByRole('row').count()).toBe(2 + 2 + 30);
		const actions = ['rename', 'rotate', 'revoke'].map((what) => `/account/keys/${key.id}/${what}/`);
		const own = `/account/keys/${key.id}/`;
		for (const address of ['/account/keys/', own, '/account/keys/new/', '/leaked-key/', ...actions]) {
			await page.setViewportSize({ width: 1440, height: 800 });
			await expectValidHtml(await (await page.goto(address))!.text(), address);
			await expectGoodPage(page);
			await expectNoFaults(page);
		}
	});

	test('on the pages of brands, reviews, webhooks and saved programs, with entries', async () => {
		const { page, email } = await site.visitSignedIn();
		const state = openSqlite(site.state);
		const { id: account } = (await state.accounts.findByEmail(email))!;
		await state.accounts.setPlan(email, 'pro');
		const addresses = await fill(state, account);
		state.close();
		for (const address of addresses) {
			await page.setViewportSize({ width: 1440, height: 800 });
			const response = (await page.goto(address))!;
			expect(response.status(), address).toBe(200);
			await expectValidHtml(await response.text(), address);
			await expectGoodPage(page);
			await expectNoFaults(page);
		}
	});
});

/** Adds entries to all lists of an account. Returns the addresses of their pages. */
async function fill(state: State, account: string): Promise<string[]> {
	const now = new Date().toISOString().replace(/\.\d+/, '');
	const [own, pending] = [
		await state.claims.start(account, 'larkpost', now),
		await state.claims.start(account, OTHER, now),
	];
	if (typeof own === 'string' || typeof pending === 'string') throw new Error('not claimed');
	await state.claims.verify(own.id, 'dns', 'free', now);
	await state.claims.noteProblem(
		pending.id,
		`There is no TXT record _directory-claim.${'long'.repeat(12)}.example yet.`,
		now,
	);
	for (const status of ['accepted', 'rejected', undefined] as const) {
		const proposed = {
			target: 'larkpost',
			fields: { cookie_days: 90, name: '<b>ü</b>'.repeat(40) },
			base: { cookie_days: null, name: 'L' },
		};
		const added = await state.proposals.add(
			{ account_id: account, author: 'Larkpost', kind: 'program', ...proposed },
			now,
		);
		if (typeof added === 'string') throw new Error(added);
		const settlement = {
			id: added.id,
			version: 1,
			reason: 'a reason without a space'.repeat(9).replaceAll(' ', ''),
			change_id: null,
		};
		if (status !== undefined) await state.proposals.settle({ ...settlement, status }, now);
	}
	const review = {
		rating: 4,
		title: 'W'.repeat(120),
		body: 'b'.repeat(2000),
		months_in_program: 14,
		paid_on_time: 'yes',
		approval_days: 3,
	} as const;
	await state.reviews.send(
		account,
		{ program: 'tamarisk-shop', review, author: { name: 'Maud Okafor', key: 'maudokafor' } },
		now,
	);
	const day = now.slice(0, 10);
	await state.visits.add(
		['', 'search.example', `${'long.'.repeat(20)}example`].map((host) => ({
			day,
			program: 'larkpost',
			site: host,
			views: 1234,
			clicks: 56,
		})),
	);
	await state.saved.openFeed(account, 'k'.repeat(43), now);
	const settings = { account, events: ['release.published', 'proposal.settled'] } as const;
	const seal = (id: string) => secretBox(AUTH_SECRET).seal('whsec_AAAA', id);
	const hook = (await state.webhooks.add({
		...settings,
		url: `https://${'long.'.repeat(20)}example/hook?${'q'.repeat(200)}`,
		seal,
	}))!;
	const off = (await state.webhooks.add({ ...settings, url: 'https://hooks.example/', seal }))!;
	const unreadable = (await state.webhooks.add({ ...settings, url: 'https://unreadable.example/', seal }))!;
	await state.deliveries.emit({ event: 'proposal.settled', account, data: {} });
	for (const job of await state.jobs.take(['webhook'], { lease: 3_600_000, most: 9 })) {
		const error = `The receiver answered 500: ${'<x>'.repeat(60)}`;
		const ended = { off: 'secret', pauses: undefined } as const;
		const waits = { pauses: { own: 3_600_000, others: 0 } };
		await state.deliveries.failed(job, { status: 500, error, ...(job.target === unreadable.id ? ended : waits) });
	}
	await state.webhooks.switchOff(account, off.id);
	const [hooks, organizations] = ['/account/webhooks/', '/account/organizations/'];
	return [
		...['', `${hook.id}/`, `${off.id}/`, `${unreadable.id}/`, `${hook.id}/change/`].map((path) => hooks + path),
		...[hook, unreadable].map(({ id }) => `${hooks}${id}/rotate/`),
		...['', 'larkpost/', `${OTHER}/`, 'larkpost/edit/', 'larkpost/new/', 'larkpost/programs/larkpost/'].map(
			(path) => organizations + path,
		),
		...['proposals/', 'reviews/', 'reviews/larkpost/', 'reviews/tamarisk-shop/', 'views/', 'saved/', 'history/'].map(
			(path) => `/account/${path}`,
		),
	];
}

const OTHER = 'nordkante-medien';
