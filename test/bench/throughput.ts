/**
 * Measures the requests per second of several servers. The servers are loaded in short turns, so that changes in the
 * machine's speed affect all of them equally.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load-client.ts';

const CLIENT = fileURLToPath(new URL('load-client.ts', import.meta.url));

/** Loads servers from a separate process. */
export async function measureThroughput(load: Load): Promise<LoadResult> {
	const child = spawn(process.execPath, [CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(load));
	const result = await text(child.stdout);
	if (result === '') throw new Error('The process that loads the servers has failed.');
	return JSON.parse(result);
}
