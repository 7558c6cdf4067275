import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../shared/user-error.ts';

/**
 * Throws an error if a folder contains other files and no state. Only its owner can open a state folder, so other users
 * would lose access to those files.
 *
 * @param own the names of files that the folder may contain without a state
 */
export function refuseSharedFolder(folder: string, own: RegExp): void {
	if (existsSync(join(folder, 'state.sqlite'))) return;
	if (readdirSync(folder).every((name) => own.test(name))) return;
	throw new UserError(
		`The folder ${folder} contains other files. Choose a separate folder for the state with --state or STATE_DIR.`,
	);
}
