import { existsSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { countSampleOrganizations, SAMPLE } from '../../snapshot/import/sample.ts';
import { withSnapshot } from '../../snapshot/open.ts';
import { recordFinder } from '../../snapshot/read.ts';

/**
 * Returns the folder of CSV files to import: the given folder, or the sample's folder if neither a folder nor a snapshot
 * was given and there is no other directory. Returns undefined if only the snapshot is edited.
 *
 * @throws UserError when there is no such folder
 */
export function folderToEdit(given: string | undefined, snapshot: string, hasSnapshot: boolean): string | undefined {
	const isSample = !hasSnapshot && (!existsSync(snapshot) || hasSample(snapshot));
	const folder = given ?? (isSample ? relative('', SAMPLE) : undefined);
	const watched = folder ?? dirname(snapshot);
	if (explain(() => statSync(watched), 'read', watched).isDirectory()) return folder;
	throw new UserError(`${watched} is not a folder. Give the folder of your CSV files: npm run edit -- FOLDER`);
}

function hasSample(snapshot: string): boolean {
	return withSnapshot(snapshot, (db) => {
		return countSampleOrganizations({ find: recordFinder(db) }) > 0;
	});
}
