/** Checks the machine: Node, disks and permissions. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServiceOptions } from '../../server/service.ts';
import { attempt, type Finding, ok, problem, warning } from './finding.ts';

/** The oldest version of Node that runs the commands. See `scripts/launch.mjs`. */
const OLDEST_NODE = 26;
const OTHER_NODE = `Install Node ${OLDEST_NODE} or newer, or run npm ci.`;
const AS_OWNER = 'Run doctor as the user of the server.';
/** A disk with less space than this is nearly full, in bytes. */
const NEARLY_FULL = 1e9;

export function checkMachine({ out, state }: Pick<ServiceOptions, 'out' | 'state'>): Promise<Finding[]> {
	const isPostgres = Boolean(process.env.DATABASE_URL);
	const folders = [['releases', out] as const, ...(isPostgres ? [] : [['state', state] as const])];
	return Promise.all([
		attempt('node', checkNode, OTHER_NODE),
		...folders.map(([name, folder]) => attempt(`disk, ${name}`, () => checkDisk(`disk, ${name}`, folder), AS_OWNER)),
		...folders.map(([name, folder]) =>
			attempt(`permissions, ${name}`, () => checkPermissions(`permissions, ${name}`, folder), AS_OWNER),
		),
	]);
}

function checkNode(): Finding {
	const found = `Node ${process.versions.node} on ${process.platform}-${process.arch}.`;
	if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return ok('node', found);
	return problem('node', found, OTHER_NODE);
}

function checkDisk(check: string, folder: string): Finding {
	const { bavail, bsize, ffree, files } = statfsSync(existing(folder));
	const free = bavail * bsize;
	const found = `${(free / 1e9).toFixed(1)} GB are free for ${folder}.`;
	if (files > 0 && ffree < 1000) return warning(check, `${found} Only ${ffree} more files fit.`, 'Remove files.');
	const remedy = check.endsWith('releases') ? 'Free some space, or lower KEEP_DISK.' : 'Free some space.';
	return free < NEARLY_FULL ? warning(check, found, remedy) : ok(check, found);
}

/** Whether this process is root and a folder belongs to someone else. Files that root writes there are of no use. */
export function isForeignRoot(owner: number): boolean {
	return process.getuid?.() === 0 && owner !== 0;
}

function checkPermissions(check: string, folder: string): Finding {
	if (!existsSync(folder)) return warning(check, `${folder} does not exist yet.`, 'Build, or start the server once.');
	try {
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch {
		return problem(
			check,
			`This user cannot write to ${folder}.`,
			'Run doctor as the user of the server. If you do, let that user own the folder.',
		);
	}
	const { mode, uid } = statSync(folder);
	if (isForeignRoot(uid)) return warning(check, `${folder} belongs to another user than root.`, AS_OWNER);
	if (check.endsWith('state') && (mode & 0o077) !== 0) {
		return warning(check, `Other users can read ${folder}.`, `Run chmod 700 ${folder}.`);
	}
	return ok(check, `This user can read and write ${folder}.`);
}

/** The folder, or the nearest one above it that exists. */
function existing(folder: string): string {
	const path = resolve(folder);
	return existsSync(path) ? path : existing(dirname(path));
}
