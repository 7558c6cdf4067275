/** Watches the files that `npm run edit` builds from. A change counts once the files have stopped changing. */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../shared/user-error.ts';

/** How long the files must stay the same before a change counts as complete, in milliseconds. */
const QUIET = 100;
/** How often to check the files even without an event, in milliseconds: not every file system reports changes. */
const INTERVAL = 1000;

/** The watched files of a folder. The folder need not exist. */
export interface WatchedFolder {
	readonly folder: string;
	/** Whether a file with this name is watched. */
	readonly isWatched: (name: string) => boolean;
}

export interface WatchedFiles {
	/** The state of all files: see `stateOf`. */
	state(): string;
	/** Resolves when the state differs from an earlier one and no longer changes, or when the signal aborts. */
	untilChanged(since: string, signal: AbortSignal): Promise<void>;
	close(): void;
}

/**
 * Starts to watch files.
 *
 * @throws UserError when the system refuses to watch more folders
 */
export function watchFiles(folders: readonly WatchedFolder[]): WatchedFiles {
	const state = () => folders.map(stateOf).join('\n');
	const watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
	let event = Promise.withResolvers<void>();
	const wake = () => {
		event.resolve();
		event = Promise.withResolvers();
	};

	/**
	 * Watches every folder that exists and is not watched yet. It watches folders instead of files, because many
	 * editors replace a file when they save it.
	 */
	function watchFolders(): void {
		for (const { folder } of folders) {
			const inode = statSync(folder, { throwIfNoEntry: false })?.ino;
			const known = watchers.get(folder);
			if (inode === known?.inode) continue;
			known?.watcher.close();
			watchers.delete(folder);
			if (inode !== undefined) watchers.set(folder, { inode, watcher: watchFolder(folder, wake) });
		}
	}

	watchFolders();
	const timer = setInterval(() => {
		watchFolders();
		wake();
	}, INTERVAL);
	return {
		state,
		async untilChanged(since, signal) {
			signal.addEventListener('abort', wake);
			while (!signal.aborted) {
				const next = event.promise;
				if (state() !== since) break;
				await next;
			}
			signal.removeEventListener('abort', wake);
			for (let last = ''; last !== state() && !signal.aborted; await sleep(QUIET)) last = state();
		},
		close() {
			clearInterval(timer);
			for (const { watcher } of watchers.values()) watcher.close();
		},
	};
}

function watchFolder(folder: string, changed: () => void): FSWatcher {
	try {
		// A watcher can fail when its folder is deleted. If the folder is created again, the timer notices it.
		return watch(folder, changed).on('error', changed);
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		throw new UserError(
			`Could not watch ${folder} (${code}). The system limits the number of watched folders: close other programs that watch files, or raise the limit (on Linux, fs.inotify.max_user_watches and max_user_instances).`,
			{ cause },
		);
	}
}

/** The names, inodes, sizes and times of the files that are not empty, as one string. */
export function stateOf({ folder, isWatched }: WatchedFolder): string {
	return namesIn(folder)
		.filter(isWatched)
		.sort()
		.flatMap((name) => {
			const file = statSync(join(folder, name), { throwIfNoEntry: false });
			// Reading a snapshot can create an empty file beside it.
			return file === undefined || file.size === 0 ? [] : [name, file.ino, file.size, file.mtimeMs].join(' ');
		})
		.join('\n');
}

/** The names of the files in a folder; none if it is missing or cannot be read. The import then gives the reason. */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
