/** Builds and serves a preview of a directory, and builds it again after each change of its files. */
import { randomBytes } from 'node:crypto';
import { once as untilEvent } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { logosBeside } from '../../build/logos.ts';
import { warmUp } from '../../build/warm.ts';
import { countedVisits } from '../../commands/counted-visits.ts';
import { currentRelease } from '../../release/publish.ts';
import { type RunningServer, type ServeOptions, serve } from '../../server/serve.ts';
import { once } from '../../shared/once.ts';
import { editingSite } from './editing-site.ts';
import type { Editor } from './editor.ts';
import { editEntrance, ownHosts } from './entrance.ts';
import { isEdited } from './folder-files.ts';
import { OpenPages } from './open-pages.ts';
import { printRound } from './report.ts';
import { type Round, type RoundOptions, rounds } from './rounds.ts';
import { stateOfAll, untilChanged, type WatchedFolder } from './watched-files.ts';

export interface Sources extends Omit<RoundOptions, 'siteUrl' | 'visits' | 'warm' | 'preview'> {
	/** The folder of releases that “Publish” writes to. The releases of the preview are in a folder inside it. */
	readonly out: string;
	readonly server: Omit<ServeOptions, 'out'>;
	readonly at?: string | undefined;
}

/**
 * Imports and builds once at the start, and again after each change. Starts the server as soon as there is a preview to
 * serve. Stops when the signal aborts.
 *
 * @throws UserError when the server cannot start
 */
export async function editSources(
	{ server: options, out, at, ...sources }: Sources,
	signal: AbortSignal,
): Promise<void> {
	const { folder, snapshot, historyDays } = sources;
	const preview = join(out, 'preview');
	const { siteUrl } = options;
	const warm = once(() => warmUp(preview, out));
	const visits = () => countedVisits(options.state, at);
	const runRound = rounds({ ...sources, preview, siteUrl, visits, warm });
	const watched = [
		folder === undefined ? snapshotFiles(snapshot) : { folder, isWatched: isEdited },
		{ folder: logosBeside(snapshot), isWatched: () => true },
	];
	const pages = new OpenPages();
	const token = randomBytes(24).toString('base64url');
	let server: RunningServer | undefined;
	/** The state of the files when the last round started. */
	let seen = '';
	let last: Promise<unknown> = Promise.resolve();

	/** Runs work after all earlier work. */
	function alone<T>(work: () => Promise<T>): Promise<T> {
		const result = last.then(work);
		last = result.catch(() => {});
		return result;
	}

	const update = () => alone(updateNow);

	async function updateNow(): Promise<Round> {
		seen = stateOfAll(watched);
		const start = performance.now();
		const round = await runRound();
		await server?.refresh();
		pages.notes = { problems: round.outcome === 'failed' ? round.problems : [], hints: round.hints };
		printRound(round, performance.now() - start);
		return round;
	}

	const { state } = options;
	const editor: Editor = { snapshot, preview, out, state, at, siteUrl, historyDays, visits, warm, alone, update };

	async function start(): Promise<RunningServer> {
		const started = await serve({
			...options,
			out: preview,
			// The editor's own visits must not count.
			countVisits: false,
			entrance: editEntrance(ownHosts(siteUrl), token),
			opened: ({ manifest }) => {
				pages.release = manifest.id;
			},
			extendSite: (site) => editingSite(site, pages, editor),
		});
		console.log(
			`\nThe directory  ${started.address}/?token=${token}\nOnly this address lets you in. Each time you save a file, your browser reloads the open pages. Press Ctrl-C to stop.\n`,
		);
		return started;
	}

	console.log(`Editing ${folder === undefined ? snapshot : `${folder}, imported into ${snapshot}`}`);
	const stopped = signal.aborted ? Promise.resolve() : untilEvent(signal, 'abort');
	try {
		while (!signal.aborted) {
			await Promise.race([update(), stopped]);
			if (signal.aborted) break;
			if (server === undefined && currentRelease(preview) !== undefined) server = await start();
			// A round that a form has started sees the changes, too.
			do await untilChanged(watched, seen, signal);
			while (stateOfAll(watched) === seen && !signal.aborted);
		}
	} finally {
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
