import { join } from 'node:path';
import { Option } from 'commander';
import { command, run } from '../src/commands/command.ts';
import { SETTINGS, wholeNumber } from '../src/config/settings.ts';
import { backUpPostgres } from '../src/state/postgres/backup.ts';
import { connectionSettings } from '../src/state/postgres/connection-settings.ts';
import { backUpState } from '../src/state/sqlite/backup.ts';
import { removeOldBackups } from '../src/state/sqlite/backup-file.ts';
import { count } from '../src/website/format/numbers.ts';

const backup = command('backup', 'Writes a backup of the state: accounts, keys and usage. Servers can keep running.', [
	['npm run backup -- /var/lib/directory/backups/state-2026-09-02.sqlite', ''],
	[
		'npm run backup -- --keep 14 "/var/lib/directory/backups/state-$(date +%F).sqlite"',
		'with the date in its name, and 13 older ones',
	],
])
	.argument('<file>', 'the file to write; it must not exist')
	.addOption(
		new Option('--keep <n>', 'remove the oldest backups in the same folder, so that this many are left').argParser(
			wholeNumber(1, 100_000),
		),
	)
	.addOption(SETTINGS.state())
	.action(async (file, { state, keep }: { state: string; keep?: number }) => {
		const url = process.env.DATABASE_URL;
		const now = new Date();
		const { accounts, keys, newest } = await (url ? backUpPostgres(url, file, now) : backUpState(state, file, now));
		const place = url ? `PostgreSQL, ${connectionSettings(url).name}` : `SQLite, ${join(state, 'state.sqlite')}`;
		const age = newest === null ? 'It has no records' : `Its newest record is from ${newest}`;
		console.log(`Backed up the state in ${place}. ${age}.`);
		console.log(`Wrote ${file} with ${count(accounts, 'account')} and ${count(keys, 'key')}, and checked it.`);
		if (keep === undefined) return;
		for (const old of removeOldBackups(file, keep)) console.log(`Removed ${old}.`);
	});

await run(backup);
