import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { staleness } from '../build/stale.ts';
import { currentRelease } from '../release/publish.ts';
import type { ServeOptions } from '../server/serve.ts';
import { killedMessage } from '../shared/memory.mjs';
import { shellWord } from '../shared/text.ts';
import { SAMPLE } from '../snapshot/import/sample.ts';
import { HELD } from './build-report.ts';

/**
 * Builds the first release from the snapshot. If there is no snapshot, imports the sample first. If one of these steps
 * fails, ends the process.
 */
export async function makeFirstRelease(snapshot: string, out: string, siteUrl: string): Promise<void> {
	const isDone =
		(existsSync(snapshot) || (await runScript('import', SAMPLE, '--snapshot', snapshot)) === 0) &&
		(await runScript('build', '--snapshot', snapshot, '--out', out, '--site-url', siteUrl)) === 0;
	if (!isDone) process.exit(1);
}

/**
 * Makes the first release, or rebuilds the current one if its website cannot be served. A rebuild uses the same data,
 * because only `npm run build` may publish new data. If the rebuild fails, the server uses the release as it is.
 */
export async function buildIfNeeded(snapshot: string, { out, siteUrl }: ServeOptions): Promise<void> {
	const current = currentRelease(out);
	if (current === undefined) return makeFirstRelease(snapshot, out, siteUrl);
	// Ignore a damaged release here. The server reports the damage.
	const stale = await staleness(out, current, siteUrl).catch(() => undefined);
	if (stale === undefined) return;
	console.error(`${stale.reason} Building the website again.`);
	const args = ['--snapshot', snapshot, '--out', out, '--site-url', siteUrl, '--expect-snapshot', stale.snapshot];
	const status = await runScript('build', ...args);
	if (status === 0 && (await staleness(out, currentRelease(out)!, siteUrl)) === undefined) return;
	const consequence = 'so search, comparison and account pages may respond with 503';
	console.error(
		status === HELD
			? `The website is built but not published, ${consequence}. Publish it with the command above.`
			: `Could not build the website, ${consequence}. To build it: npm run build -- --snapshot ${shellWord(snapshot)} --out ${shellWord(out)} --site-url ${siteUrl}`,
	);
}

/**
 * Runs another command in a process of its own: `runScript('build', '--out', 'var/out')`. If this process receives
 * SIGTERM or SIGINT in the meantime, it stops the command and then exits.
 *
 * @returns the exit status. If it is not 0, the command has printed the reason.
 */
export async function runScript(name: string, ...args: string[]): Promise<number> {
	const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
	const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		child.kill();
	};
	process.on('SIGTERM', stop).on('SIGINT', stop);
	const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
	process.off('SIGTERM', stop).off('SIGINT', stop);
	if (isStopped) process.exit(1);
	if (signal !== null) console.error(killedMessage(`The command ${name}`, signal));
	return status ?? 1;
}
