import { command, run } from '../src/command/command.ts';
import { needEmbeddedState } from '../src/command/embedded-state.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { count } from '../src/site/format/numbers.ts';
import { restoreState } from '../src/state/sqlite/restore.ts';

const restore = command('restore', 'Replaces the state with a backup. Stop all servers that use the state first.', [
	['npm run restore -- /srv/backups/state-2026-09-02.sqlite', ''],
])
	.argument('<file>', 'the file that npm run backup wrote')
	.addOption(SETTINGS.state())
	.action(async (file, { state }) => {
		needEmbeddedState('pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE');
		const { accounts, keys, madeAt, replaced, revoked } = await restoreState(file, state, new Date());
		console.log(
			`Restored ${count(accounts, 'account')} and ${count(keys, 'key')} as of ${madeAt.replace(/\.\d+Z$/, 'Z')}.`,
		);
		if (replaced !== undefined) console.log(`The previous state is now in ${replaced}.`);
		if (revoked === undefined) {
			console.log('Keys that were revoked after that time work again. Revoke them again before you start the server.');
		} else if (revoked > 0) {
			console.log(`${count(revoked, 'key')} revoked after that time ${revoked === 1 ? 'stays' : 'stay'} revoked.`);
		}
	});

await run(restore);
