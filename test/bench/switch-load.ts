/** Switches a server between two releases while clients load it. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publish } from '../../src/release/publish.ts';
import { RawConnection, type RawResponse } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { waitForSnapshot } from './served-snapshot.ts';

/** A release, and the content ID of its snapshot. Every response names this ID. */
interface ReleaseOfSnapshot {
	readonly release: string;
	readonly snapshot: string;
}

interface SwitchOptions {
	readonly folder: string;
	readonly out: string;
	readonly state: string;
	readonly key: string;
	/** The current release and another one. */
	readonly releases: readonly [current: ReleaseOfSnapshot, other: ReleaseOfSnapshot];
	/** The addresses that clients request. */
	readonly targets: readonly string[];
	readonly switches: number;
}

interface SwitchFigures {
	readonly responses: number;
	/** The number of responses with a status other than 200. */
	readonly failed: number;
	/** The number of responses whose body does not belong to the snapshot that their header names. */
	readonly mixed: number;
	/** The longest pause of the server's event loop under the same load, in milliseconds. */
	readonly longestPause: { readonly withoutSwitches: number; readonly withSwitches: number };
}

const PAUSES = fileURLToPath(new URL('event-loop-pauses.ts', import.meta.url));
const CLIENTS = 8;
/** The durations of the warm-up and of the load without switches, in milliseconds. */
const WARM_UP = 3000;
const WITHOUT_SWITCHES = 10_000;

export async function switchUnderLoad(options: SwitchOptions): Promise<SwitchFigures> {
	const { folder, out, state, key, releases, targets, switches } = options;
	const file = join(folder, 'longest-pause');
	const server = await startServer(
		{ out, state },
		{ env: { NODE_OPTIONS: `--import=${PAUSES}`, LONGEST_PAUSE: file, LOG_LEVEL: 'error' } },
	);
	try {
		const switchTo = async ({ release, snapshot }: ReleaseOfSnapshot) => {
			publish(out, release, 'build');
			await waitForSnapshot(server.port, (served) => served === snapshot);
		};
		const expected = new Map<string, Buffer>();
		for (const one of releases.toReversed()) {
			await switchTo(one);
			for (const target of targets) expected.set(`${one.snapshot} ${target}`, await bodyOf(server.port, target, key));
		}

		const count = { responses: 0, failed: 0, mixed: 0 };
		const check = (target: string, response: RawResponse | undefined) => {
			count.responses++;
			const right = expected.get(`${response?.headers.get('x-snapshot')} ${target}`);
			if (response?.status !== 200) count.failed++;
			else if (right === undefined || !response.body.equals(right)) count.mixed++;
		};
		let isOver = false;
		const clients = Array.from({ length: CLIENTS }, async (_, first) => {
			const connection = await RawConnection.open(server.port);
			for (let turn = first; !isOver; turn++) {
				const target = targets[turn % targets.length]!;
				check(target, await connection.request('GET', target, [`X-API-Key: ${key}`]));
			}
			connection.close();
		});
		await sleep(WARM_UP);
		await longestPause(server, file);
		await sleep(WITHOUT_SWITCHES);
		const withoutSwitches = await longestPause(server, file);
		for (let turn = 1; turn <= switches; turn++) await switchTo(releases[turn % 2]!);
		const withSwitches = await longestPause(server, file);
		isOver = true;
		await Promise.all(clients);
		return { ...count, longestPause: { withoutSwitches, withSwitches } };
	} finally {
		await server.stop();
	}
}

async function bodyOf(port: number, target: string, key: string): Promise<Buffer> {
	const connection = await RawConnection.open(port);
	const response = await connection.request('GET', target, [`X-API-Key: ${key}`]);
	connection.close();
	if (response?.status !== 200) throw new Error(`${target} was answered with ${response?.status}.`);
	return response.body;
}

/** Returns the longest pause of the server's event loop since the last call, in milliseconds. */
async function longestPause({ child }: ServerProcess, file: string): Promise<number> {
	rmSync(file, { force: true });
	child.kill('SIGUSR2');
	for (;;) {
		await sleep(10);
		try {
			return Number(readFileSync(file, 'utf8'));
		} catch {
			// The server has not written it yet.
		}
	}
}
