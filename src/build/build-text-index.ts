/** Makes the full-text index of the website, with Pagefind. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { basename } from 'node:path';
import type { Writable } from 'node:stream';
import * as pagefind from 'pagefind';
import { killedMessage } from '../shared/killed.mjs';
import { UserError } from '../shared/user-error.ts';
import type { TextRecord } from '../site/machine-readable/text-index.ts';
import { batchesOf } from './batches.ts';
import type { Progress } from './build-bodies.ts';

/** How many records are sent to Pagefind at once. */
const BATCH = 500;
/** The approximate share of Pagefind's time that adding records takes. The rest is for writing. */
const ADDING = 0.6;
/** The files of Pagefind's own user interface, which the site does not use. */
const USER_INTERFACE = [
	...['pagefind-ui.css', 'pagefind-ui.js', 'pagefind-modular-ui.css', 'pagefind-modular-ui.js'],
	...['pagefind-component-ui.css', 'pagefind-component-ui.js', 'pagefind-highlight.js'],
];

/**
 * Makes the index. Returns its files by name.
 *
 * @param total about how many records there are, for the progress
 * @throws UserError naming the signal when Pagefind's process is killed
 */
export async function buildTextIndex(
	records: Iterable<TextRecord>,
	total: number,
	progress: Progress,
): Promise<ReadonlyMap<string, Buffer>> {
	const watch = watchPagefind();
	try {
		return await Promise.race([indexed(records, total, progress), watch.killed]);
	} finally {
		watch.stop();
		await pagefind.close();
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
							? `${name} ended with status ${code}. Build again. If it happens again, run npm ci.`
							: killedMessage(name, signal),
					),
				);
			});
		});
	};
	// After the index is finished, the end of the process is no error.
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

async function indexed(
	records: Iterable<TextRecord>,
	total: number,
	progress: Progress,
): Promise<ReadonlyMap<string, Buffer>> {
	const { index } = checked(await pagefind.createIndex({}));
	let done = 0;
	for (const batch of batchesOf(records, BATCH)) {
		// All pages are marked as English, and Pagefind makes one index per language, so all records need the same one.
		const answers = await Promise.all(batch.map((record) => index!.addCustomRecord({ ...record, language: 'en' })));
		answers.forEach(checked);
		done += batch.length;
		progress(Math.min(1, done / total) * ADDING);
	}
	// Pagefind's own `writeFiles` resolves before the files are written.
	const { files } = checked(await index!.getFiles());
	return new Map(
		files
			.filter(({ path }) => !USER_INTERFACE.includes(path))
			.map(({ path, content }) => [path, Buffer.from(content.buffer, content.byteOffset, content.length)]),
	);
}

function checked<T extends { errors: string[] }>(answer: T): T {
	if (answer.errors.length > 0) throw new Error(`The text index could not be built: ${answer.errors.join('; ')}`);
	return answer;
}
