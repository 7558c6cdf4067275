import { existsSync } from 'node:fs';
import { SAMPLE } from '../snapshot/import/sample.ts';
import { runScript } from './run-script.ts';

/**
 * Builds the first release from the snapshot. If there is no snapshot, imports the sample first. If one of these steps
 * fails, ends the process.
 */
export async function makeFirstRelease(snapshot: string, out: string, siteUrl: string): Promise<void> {
	const isDone =
		(existsSync(snapshot) || (await runScript('import', SAMPLE, '--snapshot', snapshot))) &&
		(await runScript('build', '--snapshot', snapshot, '--out', out, '--site-url', siteUrl));
	if (!isDone) process.exit(1);
}
