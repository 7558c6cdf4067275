import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const READ_CURRENT = fileURLToPath(new URL('read-current.ts', import.meta.url));

/** Starts a process that reads the release behind a link over and over, as others do while it is replaced. */
export function startReader(link: string): {
	/** Resolves when it has first read. */
	readonly reading: Promise<unknown>;
	stop(): Promise<{ reads: number; failures: [what: string, times: number][] }>;
} {
	const child = spawn(process.execPath, [READ_CURRENT, link], {
		stdio: ['pipe', 'pipe', 'inherit'],
		// A test that fails does not stop it.
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
