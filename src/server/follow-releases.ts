/**
 * Pulls releases from a store in a separate process. A server switches to a pulled release when the link to the current
 * release changes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FollowEvent, FollowedStore } from '../release/transfer/follow.ts';
import type { Log } from './log.ts';

const PROCESS = fileURLToPath(new URL('../release/transfer/follow-process.ts', import.meta.url));
/** How long to wait before replacing a process that has ended, in milliseconds. */
const PAUSE = 10_000;

export interface ReleaseFollower {
	/** Ends the process. An interrupted pull continues when the process is started again. */
	close(): Promise<void>;
}

export function followReleases(out: string, store: FollowedStore, log: Log): ReleaseFollower {
	const { releases, releasesInterval, keepDisk } = store;
	let child: ChildProcess;
	let restart: NodeJS.Timeout | undefined;
	let isClosing = false;

	function start(): void {
		child = fork(PROCESS, [out, releases, String(releasesInterval), String(keepDisk)], {
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		child.on('message', (event) => report(log, releases, event as FollowEvent));
		const startAgain = (fields: object) => {
			if (isClosing) return;
			log.error({ releases, ...fields }, 'the process that pulls releases stopped; starting another one');
			restart = setTimeout(start, PAUSE).unref();
		};
		child.on('exit', (status, signal) => startAgain({ status, signal }));
		child.on('error', (error) => child.pid === undefined && startAgain({ err: error }));
		// Let the server exit even if the child process is still running.
		child.unref();
		child.channel?.unref();
	}

	start();
	return {
		async close() {
			isClosing = true;
			clearTimeout(restart);
			if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			child.ref();
			child.kill();
			await ended;
		},
	};
}

function report(log: Log, releases: string, event: FollowEvent): void {
	if (event.event === 'pulled') {
		const { release, downloaded, bytes } = event;
		log.info({ release, files: downloaded, bytes }, 'pulled a release');
	} else if (event.event === 'failed') {
		log.error(
			{ releases, reason: event.reason },
			'could not pull a release; still serving the current one, and trying again at increasing intervals',
		);
	} else log.info({ releases }, 'releases can be pulled again');
}
