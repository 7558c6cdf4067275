/** Requests per second of several servers, measured in turn so that a machine's moods hit all of them alike. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load-client.ts';

export interface Subject {
	readonly name: string;
	readonly port: number;
	readonly paths: readonly string[];
}

const CONNECTIONS = 32;
const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));

/**
 * Loads each subject for `seconds`, all of them in each of the rounds, after one round that is not counted.
 *
 * @returns requests per second by subject, in the order of the rounds
 */
export async function measureThroughput(
	subjects: readonly Subject[],
	key: string,
	rounds: number,
	seconds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
	const series = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const { name, port, paths } of subjects) {
			const { requestsPerSecond, failures } = await runLoad({ port, paths, key, seconds, connections: CONNECTIONS });
			if (failures > 0) throw new Error(`${name}: ${failures} answers were not 200.`);
			if (round > 0) series.get(name)!.push(requestsPerSecond);
		}
	}
	return series;
}

async function runLoad(load: Load): Promise<LoadResult> {
	const child = spawn(process.execPath, [CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(load));
	return JSON.parse(await text(child.stdout));
}
