/**
 * Requests per second of several servers, each loaded for a moment in turn: a machine's moods, which may change from one
 * second to the next, hit all of them alike.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load-client.ts';

const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));

/** Loads servers from another process. */
export async function measureThroughput(load: Load): Promise<LoadResult> {
	const child = spawn(process.execPath, [CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(load));
	const result = await text(child.stdout);
	if (result === '') throw new Error('The process that loads the servers has failed.');
	return JSON.parse(result);
}
