import { expect, test } from 'vitest';
import { MOST_OF_KIND } from '../../src/state/event-store.ts';
import { statePlace } from '../support/states.ts';

test('An account has at most 200 events of each kind, the latest ones, so that no loop fills the state', async () => {
	const place = await statePlace();
	const state = await place.open();
	for (const id of ['acc_ada', 'acc_bob']) {
		await state.accounts.add({ id, email: `${id}@site.example`, plan: 'free', created_at: '2026-05-01T12:00:00Z' });
	}
	const add = (account_id: string, kind: 'signed_up' | 'claim_withdrawn', detail: string) =>
		state.events.add({ account_id, key_id: null, kind, detail, address: null, at: '2026-05-01T12:00:00Z' });
	await add('acc_ada', 'signed_up', 'first');
	await add('acc_bob', 'claim_withdrawn', 'of Bob');
	for (let nth = 1; nth <= MOST_OF_KIND + 5; nth++) await add('acc_ada', 'claim_withdrawn', String(nth));
	const events = await state.events.ofAccount('acc_ada', 1000, 1000);
	expect(events.map(({ detail }) => detail)).toEqual([
		...Array.from({ length: MOST_OF_KIND }, (_, place) => String(MOST_OF_KIND + 5 - place)),
		'first',
	]);
	expect(await state.events.ofAccount('acc_bob', 1000, 1000)).toHaveLength(1);
	await place.close();
	await place.remove();
});
