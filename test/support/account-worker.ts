/**
 * A process of its own that makes keys as a dashboard does: `node account-worker.ts STATE COOKIES HOW N`.
 * `at-once` makes N keys together and prints how many it got; `in-turn` makes and revokes N, and prints each when it is done.
 */
import { openAccounts } from '../../src/accounts/accounts.ts';
import { READ_SCOPES } from '../../src/keys/scope.ts';
import { openState } from '../../src/state/state.ts';

const [folder, cookie, how, times] = process.argv.slice(2) as [string, string, string, string];
const state = openState(folder);
const accounts = await openAccounts({
	...{ state, stateFolder: folder, siteUrl: 'https://directory.example', siteName: 'Directory', keyPrefix: 'svc_' },
	report: (error) => console.error(error),
});
const visitor = { headers: new Headers({ cookie }), address: '203.0.113.7' };
const wish = { name: 'test', scopes: READ_SCOPES, expires_at: null };
const make = () => accounts.createKey(visitor, wish);

if (how === 'at-once') {
	const outcomes = await Promise.all(Array.from({ length: Number(times) }, make));
	console.log(outcomes.filter(({ ok }) => ok).length);
} else {
	for (let i = 0; i < Number(times); i++) {
		const outcome = await make();
		if (!outcome.ok) throw new Error(outcome.sentence);
		const { id } = outcome.value.key;
		console.log(`made ${id}`);
		await accounts.revokeKey(visitor, id);
		console.log(`revoked ${id}`);
	}
}
await accounts.close();
state.close();
