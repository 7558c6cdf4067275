/** Says how to bring the site and the snapshot together after a rollback. */
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { releaseWithSnapshot } from '../release/snapshot-copies.ts';

/**
 * Returns the ways to bring the site and the snapshot together, as clauses such as `publish …: npm run …`. Names only releases
 * whose copy of the snapshot exists.
 *
 * @param current the current release, to which a rollback went back
 * @param built the release with the content of the snapshot, if it is built already
 */
export async function waysTogether(out: string, current: string, built?: string): Promise<string[]> {
	const { snapshot } = await readManifest(releaseFolder(out, current));
	const copy = await releaseWithSnapshot(out, snapshot, current);
	const restore = `npm run restore-snapshot -- ${copy}, then npm run publish -- ${current}`;
	return [
		...(copy === undefined ? [] : [`put what is online back into the snapshot: ${restore}`]),
		built === undefined
			? 'correct the snapshot: change its records, then npm run build, then npm run publish -- ID'
			: `publish what is in the snapshot: npm run publish -- ${built}`,
	];
}

/** Whether the snapshot of a release is another one than that of the current release. */
export async function differsFromSite(out: string, current: string, built: string): Promise<boolean> {
	const [online, other] = await Promise.all([current, built].map((id) => readManifest(releaseFolder(out, id))));
	return online!.snapshot !== other!.snapshot;
}
