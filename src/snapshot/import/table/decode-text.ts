import { isUtf8 } from 'node:buffer';
import { UserError } from '../../../shared/user-error.ts';

/**
 * Decodes a text file: UTF-8 or UTF-16, with or without a byte-order mark, or else Windows-1252, in which older
 * spreadsheets save.
 *
 * @throws UserError when the file is binary
 */
export function decodeText(file: string, bytes: Buffer): string {
	const encoding = encodingOf(bytes);
	const text = new TextDecoder(encoding).decode(bytes);
	if (text.includes('\0')) {
		throw new UserError(`${file} is not a text file. Save it as CSV, .xlsx or .ods and import it again.`);
	}
	return text;
}

function encodingOf(bytes: Buffer): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	if (isUtf8(bytes) && !bytes.subarray(0, 1000).includes(0)) return 'utf-8';
	// In UTF-16, nearly every other byte of a table is 0.
	const start = bytes.subarray(0, 1000);
	const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
	if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
	if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
	return 'windows-1252';
}

/** Whether a file is a ZIP archive, as Excel's and OpenDocument's files are. */
export function isSpreadsheet(bytes: Buffer): boolean {
	return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
}
