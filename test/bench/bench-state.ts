import { join } from 'node:path';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { copyState } from '../../src/state/copy/copy-state.ts';
import { postgresSide } from '../../src/state/copy/postgres-side.ts';
import { sqliteSide } from '../../src/state/copy/sqlite-side.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { createDatabase, PostgresServer } from '../support/postgres-server.ts';
import { makeKeys } from '../support/revocable-keys.ts';
import { slowNetwork } from '../support/slow-network.ts';
import { median, medianRatio } from './figures.ts';
import type { Subject } from './load-client.ts';
import { prepare } from './prepare.ts';
import { startDirectoryServer } from './servers.ts';
import { measureThroughput } from './throughput.ts';

const PATH = '/v1/categories';

const bench = command('bench', 'Measures requests with keys, with the state in SQLite and in PostgreSQL.', [
	['npm run bench -- state', 'with 1,000 keys'],
])
	.name('npm run bench -- state')
	.option('--keys <n>', 'number of keys', wholeNumber(1, 100_000), 1000)
	.option('--rounds <n>', 'how often each server has its turn', wholeNumber(1, 100_000), 12)
	.option('--turn <ms>', 'how long a turn is', wholeNumber(1, 500), 500)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench-state')
	.action(async ({ keys: count, rounds, turn, folder }) => {
		makeFolder(folder);
		const { out, state: place, key } = await prepare(folder, 1000, 1000);
		const state = openSqlite(place);
		const keys = (await makeKeys(state, count, readSiteConfig().key_prefix)).map(({ secret }) => secret);
		await state.close();
		const postgres = await PostgresServer.start();
		const network = await slowNetwork(postgres.port);
		network.delay = 1;
		const url = await createDatabase(postgres.url('postgres'));
		const [from, to] = [await sqliteSide(place, true), await postgresSide(url)];
		await copyState(from, to);
		await Promise.all([from, to].map((side) => side[Symbol.asyncDispose]()));
		const servers = {
			SQLite: await startDirectoryServer(out, place),
			PostgreSQL: await startDirectoryServer(out, join(folder, 'none'), { DATABASE_URL: url }),
			'PostgreSQL, 1 ms': await startDirectoryServer(out, join(folder, 'none'), {
				DATABASE_URL: url.replace(`:${postgres.port}/`, `:${network.port}/`),
			}),
		};
		try {
			const subjects = Object.entries(servers).flatMap(([name, { port }]): Subject[] => [
				{ name: `${name}, one key`, port, paths: [PATH] },
				{ name: `${name}, ${count} keys`, port, paths: [PATH], keys },
			]);
			const measured = await measureThroughput({ subjects, key, rounds, turn });
			const rates = (name: string) => measured[name]!.map(({ rate }) => rate);
			const rows = subjects.map(({ name }) => {
				const base = name.replace(/^.*(?=, (?:one|\d+) key)/, 'SQLite');
				const rate = Math.round(median(rates(name))).toLocaleString('en');
				const p99 = median(measured[name]!.map(({ p99 }) => p99));
				const ratio = medianRatio(rates(name), rates(base));
				return [name, `${rate} requests/s`, `${p99.toFixed(1)} ms`, `${ratio.toFixed(2)} × SQLite`];
			});
			printTable(['state', 'measured', 'p99', 'ratio'], rows);
		} finally {
			await Promise.all(Object.values(servers).map((server) => server.stop()));
			await network.close();
			await postgres.remove();
		}
	});

await run(bench);
process.exit();
