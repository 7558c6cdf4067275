/**
 * Watches the files that `npm run edit` builds from. A change is reported only after the files have stopped changing.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../shared/user-error.ts';

/** How long the files must stay the same before a change counts as complete, in milliseconds. */
const QUIET = 100;
/**
 * The interval, in milliseconds, at which the files are checked even without an event, because not every file system
 * reports changes.
 */
const INTERVAL = 1000;

/** The watched files of a folder. The folder need not exist. */
export interface WatchedFolder {
	readonly folder: string;
	readonly isWatched: (name: string) => boolean;
}

export interface WatchedFiles {
	/** Returns the state of all watched files (see `stateOf`). */
	state(): string;
	/** Resolves when the state differs from `since` and has stopped changing, or when the signal aborts. */
	untilChanged(since: string, signal: AbortSignal): Promise<void>;
	close(): void;
}

/** @throws UserError when the system refuses to watch more folders */
export function watchFiles(folders: readonly WatchedFolder[]): WatchedFiles {
	const state = () => folders.map(stateOf).join('\n');
	const watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
	let event = Promise.withResolvers<void>();
	const wake = () => {
		event.resolve();
		event = Promise.withResolvers();
	};

	/**
	 * Starts to watch every existing folder that is not watched yet. Folders are watched instead of files, because many
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
		// A watcher can fail when its folder is deleted. If the folder is created again, the timer starts a new watcher.
		return watch(folder, changed).on('error', changed);
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		throw new UserError(
			`Could not watch ${folder} (${code}). The system limits the number of watched folders: close other programs that watch files, or raise the limit (on Linux, fs.inotify.max_user_watches and max_user_instances).`,
			{ cause },
		);
	}
}

/** Returns the names, inodes, sizes and modification times of all watched files that are not empty, as one string. */
export function stateOf({ folder, isWatched }: WatchedFolder): string {
	return namesIn(folder)
		.filter(isWatched)
		.sort()
		.flatMap((name) => {
			const file = statSync(join(folder, name), { throwIfNoEntry: false });
			// Ignore empty files, because merely reading a snapshot can create an empty file beside it.
			return file === undefined || file.size === 0 ? [] : [name, file.ino, file.size, file.mtimeMs].join(' ');
		})
		.join('\n');
}

/**
 * Returns the names of the files in a folder. Returns none if the folder is missing or cannot be read, because the
 * import then reports the reason.
 */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
