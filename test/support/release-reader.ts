import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const READ_CURRENT = fileURLToPath(new URL('read-current.ts', import.meta.url));

/** Starts a process that, like a server, repeatedly reads the current release while others are published. */
export function startReader(out: string): {
	/** Resolves after the first read. */
	readonly reading: Promise<unknown>;
	stop(): Promise<{ reads: number; failures: [error: string, times: number][] }>;
} {
	const child = spawn(process.execPath, [READ_CURRENT, out], {
		stdio: ['pipe', 'pipe', 'inherit'],
		// Ends the process if a failed test does not stop it.
		timeout: 120_000,
	});
	const reading = once(child.stdout, 'data');
	const result = text(child.stdout).then((said) => JSON.parse(said.trimEnd().split('\n').at(-1)!));
	return {
		reading,
		stop() {
			child.stdin.end('stop');
			return result;
		},
	};
}
