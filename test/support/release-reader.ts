import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const READ_CURRENT = fileURLToPath(new URL('read-current.ts', import.meta.url));

/** Starts a process that reads the release behind a link over and over, as others do while it is replaced. */
export function startReader(link: string): {
	stop(): Promise<{ reads: number; failures: [what: string, times: number][] }>;
} {
	const child = spawn(process.execPath, [READ_CURRENT, link], { stdio: ['pipe', 'pipe', 'inherit'] });
	const outcome = text(child.stdout).then((said) => JSON.parse(said));
	return {
		stop() {
			child.stdin.end('stop');
			return outcome;
		},
	};
}
