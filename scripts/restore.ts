import { command, run } from '../src/commands/command.ts';
import { needEmbeddedState } from '../src/commands/embedded-state.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { ENDED_KEYS_KEPT } from '../src/state/keys/key.ts';
import { restoreState } from '../src/state/sqlite/restore.ts';
import { count } from '../src/website/format/numbers.ts';

const restore = command('restore', 'Replaces the state with a backup. Stop all servers that use the state first.', [
	['npm run restore -- /srv/backups/state-2026-09-02.sqlite', ''],
])
	.argument('<file>', 'the file that npm run backup wrote')
	.addOption(SETTINGS.state())
	.action(async (file, { state }) => {
		needEmbeddedState('pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE');
		const { accounts, keys, madeAt, replaced, ended } = await restoreState(file, state, new Date());
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
	});

await run(restore);
