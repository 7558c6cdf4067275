import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Attempts, openAttempts } from '../../../src/accounts/attempts/attempts.ts';
import { openPostgres } from '../../../src/state/postgres/open-postgres.ts';
import { emptyDatabase } from '../../support/postgres.ts';
import { ENGINE } from '../../support/states.ts';

let attempts: Attempts;
/** The same counts, opened as another process would. */
let other: Attempts;
/** The folder of the counts, or the connections to PostgreSQL. */
let place: string | Pool;
/** The reports that the counts cannot be stored. */
let reports: unknown[];

/** Two processes with the same empty counts: the place for each, and how to remove them. */
async function twoProcesses(): Promise<{ places: (string | Pool)[]; remove: () => unknown }> {
	if (ENGINE === 'SQLite') {
		const folder = mkdtempSync(join(tmpdir(), 'attempts-'));
		return { places: [folder, folder], remove: () => rmSync(folder, { recursive: true }) };
	}
	const url = await emptyDatabase();
	const states = await Promise.all([openPostgres(url), openPostgres(url)]);
	return {
		places: states.map(({ database }) => database as Pool),
		remove: () => Promise.all(states.map((state) => state.close())),
	};
}

beforeEach(async () => {
	reports = [];
	const { places, remove } = await twoProcesses();
	[place] = places as [string | Pool];
	const opened = places.map((place) => openAttempts(place, (error) => void reports.push(error)));
	[attempts, other] = opened as [Attempts, Attempts];
	return async () => {
		for (const one of opened) one.close();
		await remove();
	};
});

const ada = { address: '203.0.113.7', account: 'ada@site.example' };
const take = (subject: object) => attempts.take('sign_in', { ...ada, ...subject });

/** Sets the clock forward or back. PostgreSQL's clock cannot be set, so the times in its rows are moved instead. */
async function moveClock(milliseconds: number): Promise<void> {
	if (typeof place !== 'string') {
		await place.query('UPDATE attempts SET expire = expire - $1', [milliseconds]);
		return;
	}
	vi.useFakeTimers({ toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
	vi.setSystemTime(Date.now() + milliseconds);
}

describe(`Attempts in ${ENGINE}`, () => {
	test('are counted across processes, on an account from one address, and do not block other addresses', async () => {
		for (let i = 0; i < 10; i++) expect(await (i % 2 === 0 ? attempts : other).take('sign_in', ada)).toBe(0);
		expect(await take({ account: ' ADA@site.example' })).toBeGreaterThan(800);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(800);
		expect(await take({ account: 'bob@site.example' })).toBe(0);
		expect(await take({ address: '203.0.113.8' })).toBe(0);
		expect(await other.take('reset', ada)).toBe(0);
	});

	// (ASVS 6.3.1)
	test('on an account are counted over all addresses, which together get a hundred', async () => {
		for (let i = 0; i < 100; i++) expect(await take({ address: `198.51.100.${i}` })).toBe(0);
		expect(await take({ address: '203.0.113.7' })).toBeGreaterThan(3000);
	});

	// (ASVS 6.1.1)
	test('from elsewhere do not block an address that succeeded before, but attempts from that address do', async () => {
		await other.forgive('sign_in', ada);
		for (let i = 0; i <= 100; i++) await take({ address: `198.51.100.${i}` });
		expect(await take({ address: '192.0.2.1' })).toBeGreaterThan(0);
		expect(await take({ account: 'bob@site.example', address: '198.51.100.101' })).toBe(0);
		for (let i = 0; i < 10; i++) expect(await take({})).toBe(0);
		expect(await take({})).toBeGreaterThan(0);
	});

	test('are counted for an address, over all accounts', async () => {
		const signUp = (i: number) => attempts.take('sign_up', { address: `2001:db8::${i}`, account: `${i}@site.example` });
		for (let i = 1; i <= 20; i++) expect(await signUp(i)).toBe(0);
		expect(await signUp(21)).toBeGreaterThan(0);
	});

	test('to sign up or to reset a password are refused only to the client that sends too many', async () => {
		for (const what of ['sign_up', 'reset'] as const) {
			for (let i = 0; i < 40; i++) await attempts.take(what, { ...ada, address: `198.51.100.${i}` });
			expect(await other.take(what, ada)).toBe(0);
			for (let i = 0; i < 20; i++) await attempts.take(what, ada);
			expect(await other.take(what, ada)).toBeGreaterThan(3000);
		}
	});

	test('cause a limited number of emails to an address, over all clients', async () => {
		for (let i = 0; i < 5; i++) expect(await attempts.mayMail('reset_password', 'ada@site.example')).toBe(true);
		expect(await other.mayMail('reset_password', ' Ada@site.example')).toBe(false);
		expect(await other.mayMail('reset_password', 'bob@site.example')).toBe(true);
		expect(await other.mayMail('confirm_address', 'ada@site.example')).toBe(true);
	});

	test('on an account are forgotten after a successful one', async () => {
		for (let i = 0; i < 10; i++) await take({});
		await other.forgive('sign_in', ada);
		expect(await take({})).toBe(0);
	});

	test('make nobody wait longer than the limit says after the clock was set back', async () => {
		for (let i = 0; i <= 10; i++) await take({});
		await moveClock(-86_400_000);
		for (let i = 0; i < 10; i++) expect(await (i % 2 === 0 ? attempts : other).take('sign_in', ada)).toBe(0);
		const wait = await take({});
		expect(wait).toBeGreaterThan(0);
		expect(wait).toBeLessThanOrEqual(15 * 60);
	});

	test('are removed once they expire', async () => {
		await attempts.take('sign_in', ada);
		await moveClock(2 * 3_600_000);
		for (let i = 0; i < 10; i++) expect(await other.take('sign_in', ada)).toBe(0);
		expect(await other.take('sign_in', ada)).toBeGreaterThan(0);
		expect(reports).toEqual([]);
	});
});
