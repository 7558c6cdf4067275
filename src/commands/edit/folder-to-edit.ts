import { existsSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { explain } from '../../shared/explain.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { UserError } from '../../shared/user-error.ts';
import { countSampleOrganizations, SAMPLE } from '../../snapshot/import/sample.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { recordFinder } from '../../snapshot/read.ts';

/**
 * Returns the folder of CSV files to edit: the given folder, or the sample's folder if neither a folder nor a snapshot
 * was given. Returns undefined if only a snapshot was given.
 *
 * @throws UserError when there is no such folder, or when the sample would be imported into the user's own directory
 */
export function folderToEdit(given: string | undefined, snapshot: string, hasSnapshot: boolean): string | undefined {
	const folder = given ?? (hasSnapshot ? undefined : relative('', SAMPLE));
	const watched = folder ?? dirname(snapshot);
	if (!explain(() => statSync(watched), 'read', watched).isDirectory()) {
		throw new UserError(`${watched} is not a folder. Give the folder of your CSV files: npm run edit -- FOLDER`);
	}
	if (given === undefined && folder !== undefined && existsSync(snapshot) && !hasSample(snapshot)) {
		throw new UserError(
			`${snapshot} is not a snapshot of the sample directory, so the sample was not imported into it. Give the folder of your CSV files (npm run edit -- FOLDER), or edit the snapshot itself (npm run edit -- --snapshot ${shellWord(snapshot)}).`,
		);
	}
	return folder;
}

function hasSample(snapshot: string): boolean {
	return withSnapshot(snapshot, (db) => {
		return countSampleOrganizations({ find: recordFinder(db) }) > 0;
	});
}
