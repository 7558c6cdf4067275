/**
 * Compiles the pages with Astro, in a process of its own: `node compile-pages.ts FOLDER`. Exits with the status
 * `DISK_FULL` when the disk is full.
 */
import { join } from 'node:path';
import { build } from 'astro';
import { PROJECT } from '../release/application-version.ts';
import { isDiskFull } from '../shared/disk-full.ts';
import { DISK_FULL } from './compiled-pages.ts';

// If the build is killed, nobody needs the pages.
process.on('disconnect', () => process.exit(1));
// The channel to the build must not keep this process running.
process.channel?.unref();

const folder = process.argv[2]!;

try {
	await build({
		root: PROJECT,
		logLevel: 'warn',
		outDir: folder,
		build: { client: join(folder, 'client'), server: folder },
	});
} catch (error) {
	if (!isDiskFull(error)) throw error;
	process.exitCode = DISK_FULL;
}
