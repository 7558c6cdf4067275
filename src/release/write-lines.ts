/** Writes an exported NDJSON file, as text and compressed. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** How much text to write at once, in bytes. */
const PIECE = 262_144;
const LINE_END = Buffer.from('\n');

/**
 * Writes one line for each record.
 *
 * @param text the path of the file
 * @param compressed the path of the file compressed with gzip. It is a single gzip member, because many clients ignore
 *   all members after the first
 * @param records the JSON of each record
 */
export async function writeLines(text: string, compressed: string, records: Iterable<Buffer>): Promise<void> {
	await pipeline(Readable.from(pieces(records)), createWriteStream(text));
	await pipeline(createReadStream(text, { highWaterMark: PIECE }), createGzip(), createWriteStream(compressed));
}

/** Joins the lines of several records, because writing each line on its own takes longer. */
function* pieces(records: Iterable<Buffer>): Generator<Buffer> {
	let lines: Buffer[] = [];
	let size = 0;
	for (const record of records) {
		lines.push(record, LINE_END);
		size += record.length + LINE_END.length;
		if (size < PIECE) continue;
		yield Buffer.concat(lines);
		lines = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(lines);
}
