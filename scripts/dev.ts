import { resolve } from 'node:path';
import { dev } from 'astro';
import { command, run } from '../src/commands/command.ts';
import { makeFirstRelease } from '../src/commands/first-release.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { currentRelease } from '../src/release/publish.ts';
import { findAddress } from '../src/server/listen.ts';
import { PROJECT } from '../src/shared/project.ts';
import { openSnapshot } from '../src/snapshot/open.ts';

const develop = command('dev', "Starts Astro's development server, which shows changes to pages immediately.", [
	['npm run dev', 'shows the pages of var/snapshot.sqlite; /v1 and search use the current release'],
	['npm run dev -- --port 8080', 'on another port'],
])
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.port())
	.addOption(SETTINGS.host())
	.addOption(SETTINGS.siteUrl())
	.action(async ({ snapshot, out, state, port, host, siteUrl }) => {
		const { url } = readSiteConfig(siteUrl, port);
		await findAddress({ host, port });
		if (currentRelease(out) === undefined) await makeFirstRelease(snapshot, out, url);
		openSnapshot(snapshot).close();
		// Pages and the API read their settings from the environment.
		const paths = { SNAPSHOT: resolve(snapshot), OUT_DIR: resolve(out), STATE_DIR: resolve(state) };
		Object.assign(process.env, paths, { SITE_URL: url });
		await dev({ root: PROJECT, server: { host, port } });
	});

await run(develop);
