import { resolve } from 'node:path';
import { command, run } from '../src/commands/command.ts';
import { exportBodies, exportSite } from '../src/commands/export-files.ts';
import { recordCount } from '../src/commands/figures.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { needCurrentRelease } from '../src/release/publish.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/files.ts';
import { UserError } from '../src/shared/user-error.ts';
import { exportCsv } from '../src/snapshot/export-csv.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const exportRelease = command('export', 'Writes the current release as plain files, or the snapshot as CSV files.', [
	['npm run export -- --site var/site', 'the static website, for any host'],
	['npm run export -- --csv var/csv', 'the records of the snapshot, for spreadsheets and for import'],
	['npm run export -- --json var/json', "the API's responses: programs/acme.json, categories.json, …"],
])
	.addOption(SETTINGS.out())
	.option('--site <folder>', 'write the static website to this folder: new, empty, or from an earlier export')
	.option('--compress', 'with --site, also write texts as .br and .gz files, for servers that send such files')
	.option('--json <folder>', "write the API's responses to this folder, as JSON")
	.option('--csv <folder>', 'write the records of the snapshot to this folder, as CSV files')
	.addOption(SETTINGS.snapshot())
	.action(async ({ out, site, compress, json, csv, snapshot }) => {
		const folders = [site, json, csv].filter((folder) => folder !== undefined);
		if (folders.length === 0) throw new UserError('Name a folder with --site, --json or --csv.');
		if (new Set(folders.map((folder) => resolve(folder))).size < folders.length) {
			throw new UserError('Name different folders with --site, --json and --csv.');
		}
		if (csv !== undefined) exportRecords(snapshot, csv);
		if (site === undefined && json === undefined) return;
		const release = releaseFolder(out, needCurrentRelease(out));
		if (site !== undefined) await exportSite(release, site, compress);
		if (json !== undefined) await exportBodies(release, json);
	});

function exportRecords(snapshot: string, folder: string): void {
	explain(() => makeFolder(folder), 'create the folder', folder);
	const written = withSnapshot(snapshot, (db) => explain(() => exportCsv(db, folder), 'write', folder));
	console.log(`${written.map(({ kind, rows }) => recordCount(kind, rows)).join(', ')} in ${folder}`);
}

await run(exportRelease);
