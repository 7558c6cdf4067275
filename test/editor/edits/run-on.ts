import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../src/shared/project.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';

/** Runs a command on a snapshot. Returns what it prints, without the snapshot's path. */
export async function runOn(snapshot: string, name: string, ...args: string[]): Promise<string> {
	const script = join(PROJECT, 'scripts', `${name}.ts`);
	const command = promisify(execFile)(process.execPath, [script, ...args], {
		env: { ...process.env, SNAPSHOT: snapshot },
	});
	const { stdout, stderr } = await command.catch((error) => error);
	return `${stdout}${stderr}`.replaceAll(snapshot, 'FILE').trim();
}

/** Reads a program of a snapshot. */
export const programIn = (snapshot: string, slug = 'acme-partners') =>
	withSnapshot(snapshot, (db) => recordFinder(db)('programs', slug));
