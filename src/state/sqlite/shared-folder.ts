import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../shared/user-error.ts';

/**
 * Refuses a folder that contains other files and no state. Other users cannot open the state folder, so they would lose
 * access to the files.
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
