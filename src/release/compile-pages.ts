/**
 * Compiles the pages with Astro. The build runs this file in a separate process: `node compile-pages.ts FOLDER`. If the
 * disk is full, the process exits with the number of the error ENOSPC.
 */
import { constants } from 'node:os';
import { join } from 'node:path';
import { build } from 'astro';
import { isDiskFull } from '../shared/explain.ts';
import { PROJECT } from '../shared/project.ts';

// The channel disconnects if the build is killed. The pages are not needed then.
process.on('disconnect', () => process.exit(1));
// Without this call, the open channel to the build would keep this process running after the pages are compiled.
process.channel?.unref();

const folder = process.argv[2]!;

/** Keeps Astro from writing types for editors into the checkout. Astro's builder reads this, but its types leave it out. */
const WITHOUT_SYNC = { sync: false } as NonNullable<Parameters<typeof build>[1]>;

try {
	await build(
		{
			root: PROJECT,
			logLevel: 'warn',
			outDir: folder,
			build: { client: join(folder, 'client'), server: folder },
			// The checkout may be read-only, so caches lie beside the folder. They are removed with it.
			cacheDir: join(folder, '../cache'),
			vite: { cacheDir: join(folder, '../vite') },
		},
		WITHOUT_SYNC,
	);
} catch (error) {
	if (!isDiskFull(error)) throw error;
	process.exitCode = constants.errno.ENOSPC;
}
