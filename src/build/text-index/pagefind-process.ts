/** Runs Pagefind, which starts a separate process. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import { close } from 'pagefind';
import { killedMessage } from '../../shared/memory.mjs';
import { UserError } from '../../shared/user-error.ts';

/** Resolves when no work uses Pagefind. The package has one process for all its users, so they take turns. */
let isFree: Promise<unknown> = Promise.resolve();

/**
 * Runs work that uses Pagefind, after all earlier work. Pagefind starts its process when the work first uses Pagefind.
 * This function ends the process after the work, or when `stop` is aborted.
 *
 * @throws UserError naming the signal or the exit status when the process ends too early
 */
export function withPagefind<T>(work: () => Promise<T>, stop: AbortSignal): Promise<T> {
	const result = isFree.then(() => runAlone(work, stop));
	isFree = result.catch(() => {});
	return result;
}

async function runAlone<T>(work: () => Promise<T>, stop: AbortSignal): Promise<T> {
	stop.throwIfAborted();
	stop.addEventListener('abort', close);
	const watch = watchPagefind();
	try {
		return await Promise.race([work(), watch.killed]);
	} catch (error) {
		// If the process ends before it has read anything, the package's error comes first, but does not say the reason.
		if (watch.hasStarted() && (error as Error).message === 'Pagefind backend closed') await watch.killed;
		throw error;
	} finally {
		watch.stop();
		stop.removeEventListener('abort', close);
		await close();
	}
}

/**
 * Detects that Pagefind's process has ended too early. Without this, the Pagefind package would wait forever. The
 * package gives no access to its process, but Node reports every process that starts.
 */
function watchPagefind() {
	const { promise: killed, reject } = Promise.withResolvers<never>();
	let started = false;
	const onStart = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => {
			if (!basename(child.spawnfile).startsWith('pagefind')) return;
			started = true;
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
	return { killed, hasStarted: () => started, stop: () => unsubscribe('child_process', onStart) };
}

/** Prevents the Pagefind package from printing a stack trace for each record that it cannot send to its process. */
function ignoreFailedWrites(stdin: Writable): void {
	const write = stdin.write.bind(stdin);
	stdin.write = (chunk: unknown) => write(chunk);
	stdin.removeAllListeners('error').on('error', () => {});
}
