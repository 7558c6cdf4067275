import { applicationVersion } from '../release/application-version.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { currentRelease } from '../release/publish.ts';
import type { FollowedStore } from '../release/transfer/follow.ts';
import { readScript } from './run-script.ts';

/**
 * Pulls a release before a server starts. Does so only if there is no current release, or if another version of the
 * software built the current release. Ends the process if there is still nothing to serve.
 */
export async function pullIfNeeded(out: string, { releases, keepDisk }: FollowedStore): Promise<void> {
	const current = currentRelease(out);
	if (current !== undefined) {
		const application = await readManifest(releaseFolder(out, current)).then(
			(manifest) => manifest.application,
			() => undefined,
		);
		if (application === (await applicationVersion())) return;
	}
	const args = ['pull', releases, '--out', out, '--keep-disk', String(keepDisk)];
	const { succeeded, stdout } = await readScript('releases', args);
	// Standard output is reserved for the log.
	process.stderr.write(stdout);
	if (!succeeded && current === undefined) process.exit(1);
}
