import { Option } from 'commander';
import { command, run } from '../src/commands/command.ts';
import { untilStopped } from '../src/commands/until-stopped.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { UserError } from '../src/shared/user-error.ts';
import { copyState } from '../src/state/copy/copy-state.ts';
import { postgresSide } from '../src/state/copy/postgres-side.ts';
import { sqliteSide } from '../src/state/copy/sqlite-side.ts';
import { count } from '../src/website/format/numbers.ts';

const DATABASES = ['sqlite', 'postgres'] as const;
type Place = (typeof DATABASES)[number];

const state = command('state', 'Copies accounts, keys and usage between SQLite and PostgreSQL.', [
	['DATABASE_URL=postgres://… npm run state -- copy --from sqlite --to postgres', ''],
	['DATABASE_URL=postgres://… npm run state -- copy --from postgres --to sqlite --state var/state-2', ''],
]);

state
	.command('copy')
	.description('copy the whole state into an empty one')
	.addOption(new Option('--from <database>', 'where the state is').choices(DATABASES).makeOptionMandatory())
	.addOption(new Option('--to <database>', 'where to copy it').choices(DATABASES).makeOptionMandatory())
	.option('--wait', 'let nobody change the original until you press Ctrl-C, so that you can restart the servers')
	.addOption(SETTINGS.state())
	.action(async ({ from, to, wait, state }: { from: Place; to: Place; wait?: true; state: string }) => {
		if (from === to) throw new UserError('--from and --to must be different.');
		const open = (place: Place) =>
			place === 'sqlite' ? sqliteSide(state, place === from) : postgresSide(databaseUrl());
		await using original = await open(from);
		{
			await using copy = await open(to);
			const { accounts, keys, sessions } = await copyState(original, copy);
			console.log(
				`Copied ${count(accounts, 'account')}, ${count(keys, 'key')} and ${count(sessions, 'session')} to ${copy.name}.`,
			);
		}
		console.error(
			`Now restart all servers ${to === 'postgres' ? 'with' : 'without'} DATABASE_URL. They still use ${original.name}.`,
		);
		if (!wait) return;
		console.error(
			`Until you press Ctrl-C, nobody can change ${original.name}: the API works, but account pages cannot save changes.`,
		);
		await untilStopped();
	});

await run(state);

function databaseUrl(): string {
	const url = process.env.DATABASE_URL;
	if (url) return url;
	throw new UserError(
		'Set DATABASE_URL to the address of the database, such as postgres://directory:PASSWORD@db.example/directory.',
	);
}
