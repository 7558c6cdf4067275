import { ENDED_KEYS_KEPT } from '../state/keys/key.ts';
import type { RestoredState } from '../state/sqlite/restore.ts';
import { count } from '../website/format/numbers.ts';

/** Prints what was restored, and which keys do not work again. */
export function printRestored({ accounts, keys, madeAt, replaced, ended }: RestoredState): void {
	console.log(
		`Restored ${count(accounts, 'account')} and ${count(keys, 'key')} as of ${madeAt.replace(/\.\d+Z$/, 'Z')}.`,
	);
	if (replaced !== undefined) console.log(`The previous state is now in ${replaced}.`);
	if (ended === undefined) {
		console.log('Keys that were revoked after that time work again. Revoke them again before you start the server.');
		return;
	}
	if (ended.ended > 0) {
		console.log(`The end of ${count(ended.ended, 'key')} revoked or rotated after that time was kept.`);
	}
	if (ended.missing > 0) {
		console.log(
			`${count(ended.missing, 'key')} revoked, because the backup is more than ${ENDED_KEYS_KEPT} days old and the previous state no longer had ${ended.missing === 1 ? 'it' : 'them'}.`,
		);
	}
}
