/** A process that builds the pages in `rendered/` like the project's own pages: `node build-pages.ts FOLDER`. */
import { join } from 'node:path';
import { build } from 'astro';
import { PROJECT } from '../../src/shared/project.ts';
import { directoryServer } from '../../src/website/rendering/integrations.ts';

const folder = process.argv[2]!;

await build({
	root: PROJECT,
	srcDir: 'test/support/rendered',
	configFile: false,
	logLevel: 'warn',
	output: 'server',
	outDir: folder,
	build: { server: folder },
	adapter: directoryServer(join(PROJECT, 'src/commands/astro-service.ts')),
});
