import { expect, onTestFinished, test } from 'vitest';
import { ClientGone, TooBusy } from '../../src/api/limits/fair-queue.ts';
import { ADA, Browser, openFixture, resultOf } from './fixture.ts';

test('An owner signs in before strangers who came first. Of them, too many are refused, and those who leave are not served', async () => {
	const fixture = await openFixture();
	onTestFinished(() => fixture.close());
	const { accounts, state } = fixture;
	resultOf(await accounts.signUp(new Browser(), ADA));
	const done: string[] = [];
	const errors: unknown[] = [];
	const follow = (name: string, action: Promise<unknown>) =>
		action.then(
			() => done.push(name),
			(error) => errors.push(error),
		);
	const request = (i: number) => ({ headers: new Headers(), address: `198.51.100.${i}`, isGone: () => i === 10 });
	const signUp = (i: number) => accounts.signUp(request(i), { ...ADA, email: `stranger${i}@site.example` });
	const strangers = Array.from({ length: 60 }, (_, i) => follow('stranger', signUp(i)));
	await Promise.all([...strangers, follow('owner', accounts.signIn(new Browser('203.0.113.9'), ADA))]);
	expect(done.indexOf('owner')).toBeLessThan(4);
	expect(done).toHaveLength(40);
	expect(errors.filter((error) => error instanceof ClientGone)).toHaveLength(1);
	expect(errors.filter((error) => error instanceof TooBusy)).toHaveLength(20);
	expect(await state.accounts.findByEmail('stranger10@site.example')).toBeUndefined();
});
