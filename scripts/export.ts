import { resolve } from 'node:path';
import { command, run } from '../src/commands/command.ts';
import { exportBodies, exportSite } from '../src/commands/export-files.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { releaseFolder } from '../src/release/layout.ts';
import { needCurrentRelease } from '../src/release/publish.ts';
import { UserError } from '../src/shared/user-error.ts';

const exportRelease = command('export', 'Writes the current release as plain files.', [
	['npm run export -- --site var/site', 'the static website, for any host'],
	['npm run export -- --json var/json', "the API's responses: programs/acme.json, categories.json, …"],
])
	.addOption(SETTINGS.out())
	.option('--site <folder>', 'write the static website to this folder: new, empty, or from an earlier export')
	.option('--json <folder>', "write the API's responses to this folder, as JSON")
	.action(async ({ out, site, json }) => {
		if (site === undefined && json === undefined) throw new UserError('Name a folder with --site, --json or both.');
		if (site !== undefined && json !== undefined && resolve(site) === resolve(json)) {
			throw new UserError('Name different folders with --site and --json.');
		}
		const release = releaseFolder(out, needCurrentRelease(out));
		if (site !== undefined) await exportSite(release, site);
		if (json !== undefined) await exportBodies(release, json);
	});

await run(exportRelease);
