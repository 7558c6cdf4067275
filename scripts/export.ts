import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command, run } from '../src/command/command.ts';
import { explain } from '../src/command/files.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { BodyStore } from '../src/release/body-store.ts';
import { currentLink, FILES } from '../src/release/layout.ts';
import { currentRelease } from '../src/release/publish.ts';
import { UserError } from '../src/user-error.ts';

const exportBodies = command('export', 'Writes the prebuilt bodies of the current release as plain JSON files.', [
	['npm run export -- --out var/out --json var/json', 'programs/acme.json, categories.json, …'],
])
	.addOption(SETTINGS.out())
	.requiredOption('--json <folder>', 'the folder to write into')
	.action(({ out, json: folder }) => {
		if (currentRelease(out) === undefined) {
			throw new UserError(`There is no release in ${out}. Build one: npm run build -- --snapshot FILE --out ${out}`);
		}
		const bodies = new BodyStore(join(currentLink(out), FILES.bodies));
		let count = 0;
		for (const { path, body } of bodies.resources()) {
			const file = join(folder, `${path}.json`);
			explain(() => mkdirSync(dirname(file), { recursive: true }), 'make the folder', dirname(file));
			explain(() => writeFileSync(file, body), 'write', file);
			count++;
		}
		bodies.close();
		console.log(`${count.toLocaleString('en')} files in ${folder}`);
	});

await run(exportBodies);
