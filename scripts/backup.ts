import { command, run } from '../src/commands/command.ts';
import { needEmbeddedState } from '../src/commands/embedded-state.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { backUpState } from '../src/state/sqlite/backup.ts';
import { count } from '../src/website/format/numbers.ts';

const backup = command('backup', 'Writes a backup of the state: accounts, keys and usage. Servers can keep running.', [
	['npm run backup -- /srv/backups/state-2026-09-02.sqlite', ''],
	['npm run backup -- "/srv/backups/state-$(date +%F).sqlite"', 'with the date in its name'],
])
	.argument('<file>', 'the file to write; it must not exist')
	.addOption(SETTINGS.state())
	.action(async (file, { state }) => {
		needEmbeddedState('pg_dump --format=custom --file=FILE "$DATABASE_URL"');
		const { accounts, keys } = await backUpState(state, file, new Date());
		console.log(`Wrote ${file} with ${count(accounts, 'account')} and ${count(keys, 'key')}, and checked it.`);
	});

await run(backup);
