import { isUtf8 } from 'node:buffer';
import { jsonFault } from '../../shared/json-fault.ts';
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
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (cause) {
		throw new UserError(`${file} is not valid JSON. It is wrong at ${jsonFault(text)}.`, { cause });
	}
	requireShallow(file, json);
	return json;
}
