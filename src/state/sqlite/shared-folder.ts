import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../shared/user-error.ts';

/**
 * Throws an error if a folder contains other files but no state. Only its owner can open a state folder, so other users
 * would lose access to the other files.
 *
 * @param own matches the names of files that do not count as other files
 */
export function refuseSharedFolder(folder: string, own: RegExp): void {
	if (existsSync(join(folder, 'state.sqlite'))) return;
	if (readdirSync(folder).every((name) => own.test(name))) return;
	throw new UserError(
		`The folder ${folder} contains other files. Choose a separate folder for the state with --state or STATE_DIR.`,
	);
}
