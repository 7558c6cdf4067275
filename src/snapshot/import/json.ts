import { isUtf8 } from 'node:buffer';
import { UserError } from '../../shared/user-error.ts';
import { requireShallow } from './table/limits.ts';

/**
 * Reads a JSON file.
 *
 * @throws UserError when the file is empty, not UTF-8 or not valid JSON. If it is not valid JSON, the message contains
 *   the line and column of the mistake.
 */
export function parseJson(file: string, bytes: Buffer): unknown {
	if (!isUtf8(bytes)) throw new UserError(`${file} is not UTF-8 text. Save it as UTF-8 and import it again.`);
	const text = bytes.toString().replace(/^\ufeff/, '');
	if (text.trim() === '')
		throw new UserError(`${file} is empty. Replace it with the complete file and import it again.`);
	try {
		const json = JSON.parse(text);
		requireShallow(file, json);
		return json;
	} catch (error) {
		if (error instanceof UserError) throw error;
		const offset = errorOffset(text);
		const what = offset === text.length ? 'is incomplete' : 'is not valid JSON';
		throw new UserError(`${file} ${what}: see ${lineAndColumn(text, offset)}.`, { cause: error });
	}
}

/**
 * Finds the offset of the first mistake, because V8 does not always report it. The text before that offset is the
 * longest beginning of `text` that can still be completed to valid JSON.
 */
function errorOffset(text: string): number {
	let good = 0;
	let bad = text.length + 1;
	while (bad - good > 1) {
		const middle = (good + bad) >> 1;
		if (canBecomeValid(text.slice(0, middle))) good = middle;
		else bad = middle;
	}
	return good;
}

function canBecomeValid(start: string): boolean {
	try {
		JSON.parse(start);
		return true;
	} catch (error) {
		const { message } = error as SyntaxError;
		const position = /at position (\d+)/.exec(message)?.[1];
		return /^Unexpected end/.test(message) || Number(position) === start.length;
	}
}

function lineAndColumn(text: string, offset: number): string {
	const before = text.slice(0, offset);
	return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}
