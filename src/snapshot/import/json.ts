import { isUtf8 } from 'node:buffer';
import { UserError } from '../../shared/user-error.ts';

/**
 * Reads a JSON file.
 *
 * @throws UserError when the file is empty, not UTF-8 or not valid JSON
 */
export function parseJson(file: string, bytes: Buffer): unknown {
	if (!isUtf8(bytes)) throw new UserError(`${file} is not UTF-8 text. Save it as UTF-8 and import it again.`);
	const text = bytes.toString().replace(/^\ufeff/, '');
	if (text.trim() === '')
		throw new UserError(`${file} is empty. Replace it with the complete file and import it again.`);
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new UserError(`${file} is not valid JSON: ${(cause as Error).message}.`, { cause });
	}
}
