import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command, run } from '../src/command/command.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { BodyStore } from '../src/release/body-store.ts';
import { exportedFiles } from '../src/release/exported-files.ts';
import { currentLink, FILES } from '../src/release/layout.ts';
import { needCurrentRelease } from '../src/release/publish.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/make-folder.ts';
import { count, number } from '../src/site/format/numbers.ts';

const exportBodies = command('export', 'Writes the prebuilt bodies of the current release as plain JSON files.', [
	['npm run export -- --out var/out --json var/json', 'programs/acme.json, categories.json, …'],
])
	.addOption(SETTINGS.out())
	.requiredOption('--json <folder>', 'the folder to write to: new, empty, or from an earlier export')
	.action(({ out, json: folder }) => {
		needCurrentRelease(out);
		explain(() => makeFolder(folder), 'create the folder', folder);
		const files = explain(() => exportedFiles(folder), 'write into', folder);
		const bodies = new BodyStore(join(currentLink(out), FILES.bodies));
		let written = 0;
		for (const { path, body } of bodies.resources()) {
			const name = `${path.slice(1)}.json`;
			const file = join(folder, name);
			explain(() => makeFolder(dirname(file)), 'create the folder', dirname(file));
			explain(() => files.add(name), 'write into', folder);
			explain(() => writeFileSync(file, body), 'write', file);
			written++;
		}
		bodies.close();
		const removed = explain(() => files.removeOthers(), 'write into', folder);
		console.log(
			`${count(written, 'file')} in ${folder}${removed > 0 ? `, removed ${number(removed)} from earlier exports` : ''}`,
		);
	});

await run(exportBodies);
