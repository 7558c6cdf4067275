/** The outcome of the last build, in a file in the folder of releases, for servers and `doctor`. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isRunning } from '../shared/is-running.ts';
import { buildingPath, releasesFolder } from './layout.ts';
import { lastSwitch } from './readable-snapshots.ts';

const LastBuildSchema = z.object({
	/** `published` also if the release was already current. `running` is what a build writes when it starts. */
	outcome: z.enum(['running', 'published', 'held', 'failed']),
	/** When the build started or ended, as an ISO timestamp. */
	at: z.iso.datetime(),
	pid: z.int(),
	/** The release that the build made. Missing if it made none. */
	release: z.string().optional(),
	/** Why the build failed, or why its release is held. */
	reasons: z.array(z.string()).readonly(),
	/** The number of builds in a row that failed or were held, including this one. */
	failures: z.int().nonnegative(),
});

export type LastBuild = z.output<typeof LastBuildSchema>;

/** A build that needs someone's attention. */
export interface BuildProblem {
	/** `killed` means that the build ended without writing its outcome. */
	readonly problem: 'held' | 'failed' | 'killed';
	readonly build: LastBuild;
}

const fileIn = (out: string) => join(out, 'last-build.json');

/** Returns undefined if there was no build, or the file cannot be read. */
export function readLastBuild(out: string): LastBuild | undefined {
	try {
		return LastBuildSchema.parse(JSON.parse(readFileSync(fileIn(out), 'utf8')));
	} catch {
		return undefined;
	}
}

/** Writes the outcome of a build. @throws an error when the file cannot be written */
export function writeLastBuild(out: string, build: LastBuild): void {
	// The next build removes this file if the process is killed now.
	const unfinished = buildingPath(out, 'outcome');
	try {
		mkdirSync(releasesFolder(out), { recursive: true });
		writeFileSync(unfinished, `${JSON.stringify(build, null, 2)}\n`);
		renameSync(unfinished, fileIn(out));
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}

/** Returns the problem of the last build, unless another release has been published since. */
export async function buildProblem(out: string): Promise<BuildProblem | undefined> {
	const build = readLastBuild(out);
	if (build === undefined || build.outcome === 'published') return undefined;
	if (build.outcome === 'running' && isRunning(build.pid)) return undefined;
	const published = await lastSwitch(out).catch(() => undefined);
	if (published !== undefined && published.at > Date.parse(build.at)) return undefined;
	return { problem: build.outcome === 'running' ? 'killed' : build.outcome, build };
}
