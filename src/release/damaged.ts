import { dirname } from 'node:path';
import { shellWord } from '../shared/shell-word.ts';
import { UserError } from '../shared/user-error.ts';

/** Returns the error for a release file whose content does not match its checksum. */
export function damaged(file: string): UserError {
	return new UserError(`${file} is damaged. Remove the release (rm -r ${shellWord(dirname(file))}), then build again.`);
}
