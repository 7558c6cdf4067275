import type { EndedAgain } from '../state/copy/endings.ts';
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
	if (ended === undefined) {
		console.log(
			'Nothing tells what has ended after that time, so it works again. Revoke such keys and delete such accounts again before you start the server.',
		);
		return;
	}
	const stayed = stayedEnded(ended);
	if (stayed.length > 0) console.log(`What ended after that time stays ended: ${stayed.join(', ')}.`);
	if (ended.missing > 0) {
		console.log(
			`${count(ended.missing, 'key')} revoked, because the backup is more than ${ENDED_KEYS_KEPT} days old and the previous state no longer had ${ended.missing === 1 ? 'it' : 'them'}.`,
		);
	}
}

function stayedEnded({ accounts, sessions, ended, recoveryCodes }: EndedAgain): string[] {
	return [
		accounts > 0 && `${count(accounts, 'account')} (deleted)`,
		ended > 0 && `${count(ended, 'key')} (revoked or rotated)`,
		sessions > 0 && count(sessions, 'session'),
		recoveryCodes > 0 && count(recoveryCodes, 'recovery code'),
	].filter((one) => one !== false);
}
