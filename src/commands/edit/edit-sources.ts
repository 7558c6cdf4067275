/** Rebuilds and serves a directory whenever its source files change. */
import { basename, dirname } from 'node:path';
import { logosBeside } from '../../build/logos.ts';
import { currentRelease } from '../../release/publish.ts';
import { type RunningServer, type ServeOptions, serve } from '../../server/serve.ts';
import { isCsvFile } from '../../snapshot/import/files.ts';
import { editingSite } from './editing-site.ts';
import { OpenPages } from './open-pages.ts';
import { ownHosts } from './own-hosts.ts';
import { removedRowsHint, roundLine } from './report.ts';
import { type RoundOptions, rounds } from './rounds.ts';
import { type WatchedFolder, watchFiles } from './watched-files.ts';

export interface Sources extends Pick<RoundOptions, 'folder' | 'snapshot'> {
	readonly server: ServeOptions;
}

/**
 * Imports, builds and publishes once at the start, and again after each change. Starts the server as soon as there is a
 * release to serve. Stops when the signal aborts.
 *
 * @throws UserError when the files cannot be watched, or when the server cannot start
 */
export async function editSources({ folder, snapshot, server: options }: Sources, signal: AbortSignal): Promise<void> {
	const { out, siteUrl } = options;
	const runRound = rounds({ folder, snapshot, out, siteUrl });
	const files = watchFiles([
		folder === undefined ? snapshotFiles(snapshot) : { folder, isWatched: isCsvFile },
		{ folder: logosBeside(snapshot), isWatched: () => true },
	]);
	const pages = new OpenPages();
	let server: RunningServer | undefined;
	console.log(`Editing ${folder === undefined ? snapshot : `${folder}, imported into ${snapshot}`}`);
	try {
		while (!signal.aborted) {
			const state = files.state();
			const start = performance.now();
			const round = await runRound(signal);
			if (signal.aborted) break;
			const seconds = ((performance.now() - start) / 1000).toFixed(1);
			console.log(`${new Date().toLocaleTimeString('en-GB')}  ${roundLine(round)} ${seconds} s`);
			const hint = removedRowsHint(round);
			if (hint !== undefined) console.log(hint);
			pages.problems = round.outcome === 'failed' ? round.problems : [];
			if (server === undefined && currentRelease(out) !== undefined) {
				server = await serve({
					...options,
					isOwnHost: ownHosts(siteUrl),
					opened: ({ manifest }) => {
						pages.release = manifest.id;
					},
					extendSite: (site) => editingSite(site, pages),
				});
				console.log(
					`\nThe directory  ${server.address}/\nEach time you save a file, your browser reloads the open pages. Press Ctrl-C to stop.\n`,
				);
			}
			await files.untilChanged(state, signal);
		}
	} finally {
		files.close();
		pages.close();
		await server?.close();
	}
}

/**
 * Returns the files to watch for a snapshot: the snapshot itself, and the log and journal that SQLite writes beside it.
 */
function snapshotFiles(snapshot: string): WatchedFolder {
	const names = ['', '-wal', '-journal'].map((ending) => basename(snapshot) + ending);
	return { folder: dirname(snapshot), isWatched: (name) => names.includes(name) };
}
