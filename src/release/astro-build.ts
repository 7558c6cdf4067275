/**
 * A process that builds the pages: `node astro-build.ts SITE_FOLDER SERVER_FOLDER`. The snapshot and the site's address
 * come in the environment, because that is how the pages read them.
 */
import { build } from 'astro';
import { PROJECT } from './application-version.ts';

const [site, server] = process.argv.slice(2) as [string, string];

await build({
	root: PROJECT,
	logLevel: 'warn',
	outDir: server,
	build: { client: site, server },
});
