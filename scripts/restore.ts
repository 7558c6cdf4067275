import { command, run } from '../src/commands/command.ts';
import { printRestored } from '../src/commands/restore-report.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { restorePostgres } from '../src/state/postgres/backup.ts';
import { restoreState } from '../src/state/sqlite/restore.ts';

const restore = command('restore', 'Replaces the state with a backup. Stop all servers that use the state first.', [
	['npm run restore -- /var/lib/directory/backups/state-2026-09-02.sqlite', ''],
])
	.argument('<file>', 'the file that npm run backup wrote')
	.addOption(SETTINGS.state())
	.action(async (file, { state }) => {
		const url = process.env.DATABASE_URL;
		const now = new Date();
		printRestored(await (url ? restorePostgres(file, url, now) : restoreState(file, state, now)));
	});

await run(restore);
