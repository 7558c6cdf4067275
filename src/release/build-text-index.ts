/** Makes the full-text index of the website, with Pagefind. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as pagefind from 'pagefind';
import type { PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { type TextRecord, textRecords } from '../site/text-index.ts';
import { openSnapshot } from '../snapshot/open.ts';
import {
	categoriesWithCounts,
	organizationsWithCounts,
	publishedPrograms,
	publishedReviews,
} from '../snapshot/read.ts';
import type { Progress } from './build-bodies.ts';
import { FILES } from './layout.ts';
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
 */
export async function buildTextIndex(snapshot: string, folder: string, progress: Progress): Promise<void> {
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
		await pagefind.close();
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
