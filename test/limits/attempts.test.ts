import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Attempts, openAttempts } from '../../src/limits/attempts.ts';

let folder: string;
let attempts: Attempts;
/** The same counts, opened as another process would. */
let other: Attempts;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'attempts-'));
	[attempts, other] = [openAttempts(folder), openAttempts(folder)];
});
afterEach(() => {
	attempts.close();
	other.close();
	rmSync(folder, { recursive: true });
});

describe('Attempts', () => {
	test('are counted across processes, for an account from wherever they come', async () => {
		for (let i = 0; i < 10; i++) {
			const from = i % 2 === 0 ? attempts : other;
			expect(await from.take('sign_in', { address: `198.51.100.${i}`, account: 'ada@site.example' })).toBe(0);
		}
		const wait = await attempts.take('sign_in', { address: '203.0.113.7', account: ' ADA@site.example' });
		expect(wait).toBeGreaterThan(800);
		expect(await other.take('sign_in', { address: '203.0.113.7', account: 'bob@site.example' })).toBe(0);
		expect(await other.take('reset', { address: '203.0.113.7', account: 'ada@site.example' })).toBe(0);
	});

	test('are counted for an address, on whichever accounts', async () => {
		const take = (i: number) => attempts.take('sign_up', { address: `2001:db8::${i}`, account: `${i}@site.example` });
		for (let i = 1; i <= 20; i++) expect(await take(i)).toBe(0);
		expect(await take(21)).toBeGreaterThan(0);
	});

	test('on an account are forgotten after one that succeeded', async () => {
		const who = { address: '203.0.113.7', account: 'ada@site.example' };
		for (let i = 0; i < 10; i++) await attempts.take('sign_in', who);
		await other.forgive('sign_in', 'ada@site.example');
		expect(await attempts.take('sign_in', who)).toBe(0);
	});

	test('lie in a file that only its owner may read', () => {
		expect(statSync(join(folder, 'attempts.sqlite')).mode & 0o777).toBe(0o600);
	});
});
