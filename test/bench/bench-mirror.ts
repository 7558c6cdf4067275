import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { DirectoryClient } from '../../src/client/index.ts';
import { command, run } from '../../src/commands/command.ts';
import { printTable } from '../../src/commands/table.ts';
import { wholeNumber } from '../../src/config/settings.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { startServer } from '../support/running-server.ts';
import { type CountingProxy, countingProxy, type Traffic } from './counting-proxy.ts';
import { afterTheDay, beforeTheDay } from './day-of-changes.ts';
import { makeKey, runScript } from './prepare.ts';

const MIRROR = fileURLToPath(new URL('../../src/client/examples/mirror.mjs', import.meta.url));

const benchMirror = command(
	'bench',
	'Measures how the example of the client copies a generated directory, and syncs the copy after a day of changes.',
	[['npm run bench -- mirror', '20,000 programs with 100,000 reviews; 1% of the programs change']],
)
	.name('npm run bench -- mirror')
	.option('--programs <n>', 'how many programs', wholeNumber(100, 1_000_000), 20_000)
	.option('--reviews <m>', 'how many reviews', wholeNumber(0, 10_000_000), 100_000)
	.option('--folder <folder>', 'where to make what it runs on', 'var/bench-mirror')
	.action(async ({ programs, reviews, folder }) => {
		makeFolder(folder);
		const [snapshot, out, state] = [join(folder, 'snapshot.sqlite'), join(folder, 'out'), join(folder, 'state')];
		const [copy, fresh] = [join(folder, 'copy.sqlite'), join(folder, 'fresh.sqlite')];
		for (const path of [snapshot, out, copy, fresh]) rmSync(path, { recursive: true, force: true });
		runScript('generate', '--programs', String(programs), '--reviews', String(reviews), '--snapshot', snapshot);
		const build = () =>
			runScript('build', '--only', 'api', '--no-guard', '--snapshot', snapshot, '--out', out, '--json');
		beforeTheDay(snapshot);
		build();
		const key = await makeKey(state);
		const server = await startServer({ out, state });
		const proxy = await countingProxy(server.port);
		const baseUrl = `http://127.0.0.1:${proxy.port}/v1`;
		try {
			const mirror = await measured(proxy, () => update(baseUrl, key, copy));
			afterTheDay(snapshot);
			const { snapshot: published } = JSON.parse(build());
			const client = new DirectoryClient({ baseUrl, key, cacheSize: 0 });
			while ((await client.listNetworks()).snapshot !== published) await sleep(100);
			const sync = await measured(proxy, () => update(baseUrl, key, copy));
			const again = await measured(proxy, () => update(baseUrl, key, copy));
			await update(baseUrl, key, fresh);
			printTable(
				['', 'requests', 'seconds', 'bytes', 'target'],
				[
					['copy', ...cells(mirror), ''],
					['sync a day later', ...cells(sync), '10 requests, 1,000,000 bytes'],
					['sync without changes', ...cells(again), ''],
				],
			);
			console.log(
				isSame(copy, fresh) ? '\nThe copy is the same as a fresh one.' : '\nThe copy DIFFERS from a fresh one.',
			);
		} finally {
			proxy.close();
			await server.stop();
		}
	});

await run(benchMirror);

/** Runs the client's mirror example. */
async function update(baseUrl: string, key: string, file: string): Promise<void> {
	const env = { PATH: process.env.PATH, API_KEY: key };
	await promisify(execFile)(process.execPath, [MIRROR, baseUrl, file], { env });
}

async function measured(proxy: CountingProxy, work: () => Promise<void>): Promise<Run> {
	const [start, before] = [performance.now(), proxy.traffic()];
	await work();
	const after = proxy.traffic();
	return {
		seconds: (performance.now() - start) / 1000,
		requests: after.requests - before.requests,
		bytes: after.bytes - before.bytes,
	};
}

type Run = Traffic & { readonly seconds: number };

function cells({ requests, seconds, bytes }: Run): [string, string, string] {
	return [requests.toLocaleString('en'), seconds.toFixed(1), bytes.toLocaleString('en')];
}

/** Whether two copies have the same records. */
function isSame(first: string, second: string): boolean {
	const rowsOf = (file: string) => {
		const db = new Database(file, { readonly: true });
		const rows = db.prepare('SELECT kind, id, record FROM records ORDER BY kind, id').raw().all();
		db.close();
		return JSON.stringify(rows);
	};
	return rowsOf(first) === rowsOf(second);
}
