import type { RestoredState } from '../state/copy/restore-copy.ts';
import { ENDED_KEYS_KEPT } from '../state/keys/key.ts';
import { count } from '../website/format/numbers.ts';

/** Prints what was restored, and what has ended since and stays ended. */
export function printRestored({ accounts, keys, madeAt, replaced, ended }: RestoredState): void {
	console.log(
		`Restored ${count(accounts, 'account')} and ${count(keys, 'key')} as of ${madeAt.replace(/\.\d+Z$/, 'Z')}.`,
	);
	if (replaced !== undefined) console.log(`The previous state is now in ${replaced}.`);
	// A backup without accounts has nothing that could work again.
	if (accounts === 0) return;
	console.log(
		'Everyone must sign in again. Recovery codes, addresses of feeds and secrets of webhooks must be made anew, and claims proved again.',
	);
	if (ended === undefined) {
		console.log(
			'Nothing tells which keys and accounts have ended after that time, so they work again. Revoke such keys and delete such accounts again before you start the server.',
		);
		return;
	}
	const stayed = [
		ended.accounts > 0 && `${count(ended.accounts, 'account')} (deleted)`,
		ended.ended > 0 && `${count(ended.ended, 'key')} (revoked or rotated)`,
	].filter((one) => one !== false);
	if (stayed.length > 0) console.log(`What ended after that time stays ended: ${stayed.join(', ')}.`);
	if (ended.missing > 0) {
		console.log(
			`${count(ended.missing, 'key')} revoked, because the backup is more than ${ENDED_KEYS_KEPT} days old and the previous state no longer had ${ended.missing === 1 ? 'it' : 'them'}.`,
		);
	}
}
