/** Makes the full-text index of the website, with Pagefind. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import * as pagefind from 'pagefind';
import type { PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { FILES } from '../release/layout.ts';
import { killedMessage } from '../shared/killed.mjs';
import { UserError } from '../shared/user-error.ts';
import { type TextRecord, textRecords } from '../site/machine-readable/text-index.ts';
import { openSnapshot } from '../snapshot/open.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import type { Progress } from './build-bodies.ts';
import { type Scripts, untilWritten } from './until-written.ts';

const FOLDER = 'pagefind';
/** How many records are under way to Pagefind at once. */
const BATCH = 500;
/** The share of the time that Pagefind takes for records, about; the rest is for writing. */
const ADDING = 0.6;
/** What Pagefind writes besides the index and its engine: the site has a search of its own. */
const USER_INTERFACE = [
	...['pagefind-ui.css', 'pagefind-ui.js', 'pagefind-modular-ui.css', 'pagefind-modular-ui.js'],
	...['pagefind-component-ui.css', 'pagefind-component-ui.js', 'pagefind-highlight.js'],
];

/**
 * Adds the index to the website in `folder/site`. It is made from the snapshot, not read out of the pages, which takes a
 * fraction of the time.
 *
 * @param snapshot the file to read
 * @throws UserError naming the signal when Pagefind's process is killed
 */
export async function buildTextIndex(snapshot: string, folder: string, progress: Progress): Promise<void> {
	const watch = watchPagefind();
	try {
		await Promise.race([addTextIndex(snapshot, folder, progress), watch.killed]);
	} finally {
		watch.stop();
		await pagefind.close();
	}
}

/**
 * Notices when Pagefind's process is killed: Pagefind itself would wait for its answers for ever. It does not show us the
 * process that it starts, but Node tells of every process that is started.
 */
function watchPagefind() {
	const { promise: killed, reject } = Promise.withResolvers<never>();
	const onStart = (message: unknown) => {
		const { process: child } = message as { readonly process: ChildProcess };
		child.once('spawn', () => ignoreFailedWrites(child.stdin!));
		child.once('exit', (code, signal) => {
			const name = 'Pagefind, which indexes the words,';
			reject(new UserError(signal === null ? `${name} ended with status ${code}.` : killedMessage(name, signal)));
		});
	};
	// After the index is finished, its end is no error.
	killed.catch(() => {});
	subscribe('child_process', onStart);
	return { killed, stop: () => unsubscribe('child_process', onStart) };
}

/** Pagefind would print a stack trace for every record that it cannot hand over. */
function ignoreFailedWrites(stdin: Writable): void {
	const write = stdin.write.bind(stdin);
	stdin.write = (chunk: unknown) => write(chunk);
	stdin.removeAllListeners('error').on('error', () => {});
}

async function addTextIndex(snapshot: string, folder: string, progress: Progress): Promise<void> {
	const db = openSnapshot(snapshot);
	const categories = categoriesWithCounts(db);
	const organizations = organizationsWithCounts(db);
	const programs = withReviews(publishedPrograms(db), publishedReviews(db));
	const programCount = db.prepare<[], number>('SELECT count(*) FROM programs').pluck().get()!;
	const total = categories.length + organizations.length + programCount;
	let done = 0;
	const output = join(folder, FILES.site, FOLDER);
	try {
		const { index } = checked(await pagefind.createIndex({}));
		for (const records of batches(textRecords({ categories, organizations, programs }))) {
			// Every page says that it is English, and what is of one language is one index, whatever its texts are written in.
			const answers = await Promise.all(records.map((record) => index!.addCustomRecord({ ...record, language: 'en' })));
			answers.forEach(checked);
			done += records.length;
			progress((done / total) * ADDING);
		}
		checked(await index!.writeFiles({ outputPath: output }));
		for (const file of USER_INTERFACE) rmSync(join(output, file));
		await untilWritten(output, await scripts());
	} finally {
		db.close();
	}
}

/** An index of nothing has the same. */
async function scripts(): Promise<Scripts> {
	const { index } = checked(await pagefind.createIndex({}));
	const { files } = checked(await index!.getFiles());
	return new Map(files.map(({ path, content }) => [path, content]));
}

/** Each program with its reviews; both come by program, so that neither need be held in memory. */
function* withReviews(
	programs: Iterable<PublishedProgram>,
	reviews: Iterator<PublishedReview>,
): Generator<[PublishedProgram, PublishedReview[]]> {
	let next = reviews.next();
	for (const program of programs) {
		const own: PublishedReview[] = [];
		for (; !next.done && next.value.program.slug === program.slug; next = reviews.next()) own.push(next.value);
		yield [program, own];
	}
}

function* batches(records: Iterable<TextRecord>): Generator<TextRecord[]> {
	let batch: TextRecord[] = [];
	for (const record of records) {
		batch.push(record);
		if (batch.length < BATCH) continue;
		yield batch;
		batch = [];
	}
	yield batch;
}

function checked<T extends { errors: string[] }>(answer: T): T {
	if (answer.errors.length > 0) throw new Error(`The text index could not be built: ${answer.errors.join('; ')}`);
	return answer;
}
