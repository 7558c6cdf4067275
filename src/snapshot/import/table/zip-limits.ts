/** Refuses spreadsheets that are small as files, but too large in memory. */
import { inflateRawSync } from 'node:zlib';
import { UserError } from '../../../shared/user-error.ts';
import { MOST_CELLS } from './limits.ts';
import { countCells } from './open-document.ts';

const MOST_ENTRIES = 2000;
/** The maximum size of all files in a spreadsheet, unpacked, in bytes. A sheet with 100,000 programs needs 100 MB. */
const LARGEST = 250_000_000;
/**
 * Unpacks all files of a ZIP archive, to check their real sizes, because the sizes that it states may be wrong.
 *
 * @returns the content of an OpenDocument spreadsheet in XML, or undefined for an Excel file
 * @throws UserError when the archive is damaged or too large
 */
export function checkArchive(file: string, bytes: Buffer): string | undefined {
	let document: string | undefined;
	try {
		let left = LARGEST;
		for (const { name, start, method, size } of entriesOf(bytes)) {
			if (size > left) throw tooLarge(file);
			if (method !== 8) continue;
			const content = inflateRawSync(bytes.subarray(start), { maxOutputLength: left + 1 });
			left -= content.length;
			if (left < 0) throw tooLarge(file);
			if (name === 'content.xml') document = content.toString();
		}
		if (document !== undefined && countCells(document) > MOST_CELLS) throw tooLarge(file);
		return document;
	} catch (error) {
		if (error instanceof UserError) throw error;
		if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file);
		throw new UserError(`${file} is damaged or incomplete. Save it again in your spreadsheet and import it again.`, {
			cause: error,
		});
	}
}

interface Entry {
	readonly name: string;
	/** The position of its data. */
	readonly start: number;
	/** 8 for compressed data. */
	readonly method: number;
	/** The unpacked size that the archive states. */
	readonly size: number;
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
	const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
	const count = bytes.readUInt16LE(end + 10);
	if (end < 0 || count > MOST_ENTRIES) throw new Error('no list of files');
	let place = bytes.readUInt32LE(end + 16);
	for (let index = 0; index < count; index++) {
		const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(place + offset)) as [
			number,
			number,
			number,
		];
		const name = bytes.toString('latin1', place + 46, place + 46 + nameLength);
		const local = bytes.readUInt32LE(place + 42);
		const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
		// The reader trusts the sizes beside the data.
		const size = Math.max(bytes.readUInt32LE(place + 24), bytes.readUInt32LE(local + 22));
		yield { name, start, method: bytes.readUInt16LE(local + 8), size };
		place += 46 + nameLength + extra + comment;
	}
}

function tooLarge(file: string): UserError {
	return new UserError(`${file} is too large to read. Save the sheet with the programs as CSV and import that.`);
}
