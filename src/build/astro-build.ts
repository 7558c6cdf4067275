/**
 * A process that builds the pages: `node astro-build.ts SITE_FOLDER SERVER_FOLDER`. The snapshot and the site's address
 * come in the environment, because that is how the pages read them. It tells the process that started it how much is done,
 * from 0 to 1, and by its exit status when the disk is full.
 */
import { build } from 'astro';
import { PROJECT } from '../release/application-version.ts';
import { isDiskFull } from '../shared/disk-full.ts';
import { DISK_FULL } from './build-site.ts';
import { pagesProgress } from './pages-progress.ts';

// Where the build is killed, nobody needs the pages. To listen for that must not keep this process from ending.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();

const [site, server] = process.argv.slice(2) as [string, string];

try {
	await build({
		root: PROJECT,
		logLevel: 'warn',
		outDir: server,
		build: { client: site, server },
		integrations: [pagesProgress((done) => process.send?.(done))],
	});
} catch (error) {
	if (!isDiskFull(error)) throw error;
	process.exitCode = DISK_FULL;
}
