import { beforeAll, describe, expect, test } from 'vitest';
import { type Finished, runCommand } from '../support/run-command.ts';
import { CONTRACT } from './contract.ts';
import { expireKey, listKeys, makeAccount, revokeKey } from './keys.ts';

const { state } = CONTRACT;

describe('Keys: at most 10 active keys per account (interface 3.1, 5.5, 8)', () => {
	const account = 'many@site.example';
	const create = (...options: string[]) => {
		const args = ['create', '--account', account, '--name', 'same', '--state', state.folder, '--json', ...options];
		return runCommand('keys', args, { env: state.env });
	};
	const own = async () => (await listKeys(state)).filter(({ email }: { email: string }) => email === account);
	let race: Finished[];

	beforeAll(async () => {
		await makeAccount(state, account, 'free');
		race = await Promise.all(Array.from({ length: 15 }, () => create()));
	});

	test('of 15 simultaneous creations, 10 succeed', async () => {
		expect(race.filter(({ status }) => status === 0)).toHaveLength(10);
		const states = (await own()).map(({ state }: { state: string }) => state);
		expect(states).toEqual(Array(10).fill('active'));
	});

	test('the other creations fail with the reason and what to do', () => {
		for (const { stdout, stderr } of race.filter(({ status }) => status !== 0)) {
			expect(stdout).toBe('');
			expect(stderr).toMatch(/^many@site\.example has 10 active keys.*Revoke one/);
		}
	});

	test('two keys can have the same name', async () => {
		expect(new Set((await own()).map(({ name }: { name: string }) => name))).toEqual(new Set(['same']));
	});

	test('an eleventh is refused; revoked and expired keys do not count, and stay in the list, marked', async () => {
		expect((await create()).status).toBe(1);
		const [first] = await own();
		await revokeKey(state, first.id);
		expect((await create()).status).toBe(0);
		const active = (await own()).find((key: { state: string }) => key.state === 'active');
		await expireKey(state, active.id);
		expect((await create()).status).toBe(0);
		expect((await create()).status).toBe(1);
		const states = (await own()).map(({ state }: { state: string }) => state).sort();
		expect(states).toEqual([...Array(10).fill('active'), 'expired', 'revoked']);
	});
});
