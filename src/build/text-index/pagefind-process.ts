/** The process of Pagefind. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import { close } from 'pagefind';
import { killedMessage } from '../../shared/killed.mjs';
import { UserError } from '../../shared/user-error.ts';

/**
 * Runs work that uses Pagefind, then ends Pagefind's process, which starts when it is first needed.
 *
 * @throws UserError naming the signal when the process is killed
 */
export async function withPagefind<T>(work: () => Promise<T>): Promise<T> {
	const watch = watchPagefind();
	try {
		return await Promise.race([work(), watch.killed]);
	} finally {
		watch.stop();
		await close();
	}
}

/**
 * Notices when Pagefind's process is killed, because Pagefind itself would wait forever. Pagefind does not give access to
 * its process, but Node reports every process that is started.
 */
function watchPagefind() {
	const { promise: killed, reject } = Promise.withResolvers<never>();
	const onStart = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => {
			if (!basename(child.spawnfile).startsWith('pagefind')) return;
			ignoreFailedWrites(child.stdin!);
			child.once('exit', (code, signal) => {
				const name = 'Pagefind, which indexes the words,';
				reject(
					new UserError(
						signal === null
							? `${name} ended with status ${code}. Build again. If it happens again, reinstall the packages with npm ci.`
							: killedMessage(name, signal),
					),
				);
			});
		});
	};
	// Once the work is done, the end of the process is not an error.
	killed.catch(() => {});
	subscribe('child_process', onStart);
	return { killed, stop: () => unsubscribe('child_process', onStart) };
}

/** Stops Pagefind from printing a stack trace for every record that it cannot send. */
function ignoreFailedWrites(stdin: Writable): void {
	const write = stdin.write.bind(stdin);
	stdin.write = (chunk: unknown) => write(chunk);
	stdin.removeAllListeners('error').on('error', () => {});
}
