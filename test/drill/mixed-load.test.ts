import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bystander, memoryOf } from '../soak/attack.ts';
import { childProcesses } from '../support/child-processes.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const MINUTES = Number(process.env.DRILL_MINUTES);
const KILLS = Number(process.env.DRILL_KILLS);
/** The pauses between two releases, and between two backups, in milliseconds. */
const PAUSE = { release: 15_000, backup: 30_000 };
/** The clients of `visitSteadily`, and the two bystanders. Each has one request in flight when a process is killed. */
const CLIENTS = 26;

let directory: SmallDirectory;
let server: ServerProcess;
/** The size of the log so far, in bytes. It is not kept, because it would not fit into a string. */
let logged = 0;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 750, reviews: 3000, site: true });
	server = await startServer(directory, { env: { WORKERS: '2', LOG_LEVEL: 'info' } });
	server.child.stdout!.removeAllListeners('data').on('data', (text: string) => (logged += text.length));
});
afterAll(() => {
	server?.child.kill('SIGKILL');
	directory?.remove();
});

/** Repeats an action with pauses until a moment. Returns how often. */
async function repeat(end: number, pause: () => number, action: (round: number) => Promise<void>): Promise<number> {
	for (let round = 0; ; round++) {
		if (performance.now() >= end) return round;
		await action(round);
		await sleep(pause());
	}
}

test(`${MINUTES} minutes of load with new releases, backups and ${KILLS} kills lose only requests of killed processes`, async () => {
	const { snapshot, out, state, folder, key } = directory;
	const primary = server.child.pid!;
	const [slug] = JSON.parse(await succeed('programs', ['list', '--snapshot', snapshot, '--json'])).map(
		(program: { slug: string }) => program.slug,
	);
	const workers = () => childProcesses(primary).filter((pid) => memoryOf(pid) > 40);
	const memoryBefore = Math.max(...workers().map(memoryOf));
	const visits = visitSteadily(() => server.port, key);
	const pages = ['/', `/programs/${slug}/`].map((path) => new Bystander(server.port, path));
	const start = performance.now();
	const end = start + MINUTES * 60_000;
	const [releases, backups, kills] = await Promise.all([
		repeat(
			end,
			() => PAUSE.release,
			async (round) => {
				await succeed('programs', ['set', slug, `cookie_days=${round % 300}`, '--snapshot', snapshot]);
				await succeed('build', ['--snapshot', snapshot, '--out', out]);
			},
		),
		repeat(
			end,
			() => PAUSE.backup,
			async () => {
				const file = join(folder, 'backup.sqlite');
				await succeed('backup', [file, '--state', state]);
				rmSync(file);
			},
		),
		repeat(
			end,
			() => (MINUTES * 60_000) / KILLS,
			async () => {
				const victims = workers();
				process.kill(victims[Math.floor(Math.random() * victims.length)]!, 'SIGKILL');
			},
		),
	]);
	const { answered, failed } = await visits.end();
	await Promise.all(pages.map((page) => page.stop()));
	await expect.poll(async () => (await requestOnce(server.port, 'GET', '/readyz')).status).toBe(200);
	const memory = Math.max(...workers().map(memoryOf));
	const pageFailures = pages.reduce((sum, page) => sum + page.failures, 0);
	const pageAnswers = pages.reduce((sum, page) => sum + page.answers, 0);
	console.log(
		`${MINUTES} minutes at info: ${answered + failed.length} requests with a key, ${failed.length} failed; ${pageAnswers} pages, ${pageFailures} failed. ` +
			`${releases} releases, ${backups} backups, ${kills} kills. Memory of a process: ${memoryBefore.toFixed(0)} → ${memory.toFixed(0)} MB. Log: ${(logged / 1e6).toFixed(0)} MB.`,
	);
	// A killed process takes the requests with it that it was answering. No other request may fail.
	expect(failed.filter((message) => /^status /.test(message) && message !== 'status undefined')).toEqual([]);
	expect(failed.length + pageFailures).toBeLessThanOrEqual(kills * CLIENTS);
	expect(Math.min(releases, backups, kills)).toBeGreaterThan(0);
});
