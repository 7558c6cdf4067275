import { Option } from 'commander';
import { brandsOf } from '../src/build/logos/brands.ts';
import { fetchLogos } from '../src/build/logos/fetch-logos.ts';
import { openSimpleIcons } from '../src/build/logos/simple-icons.ts';
import { logosBeside } from '../src/build/logos.ts';
import { command, run } from '../src/commands/command.ts';
import { printLogoProblems, printOutcomes } from '../src/commands/logo-report.ts';
import { printWarning } from '../src/commands/problems.ts';
import { steps } from '../src/commands/steps.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { explain } from '../src/shared/explain.ts';
import { makeFolder } from '../src/shared/files.ts';
import { UserError } from '../src/shared/user-error.ts';
import { INTERNET } from '../src/shared/web/network.ts';
import { withSnapshot } from '../src/snapshot/open.ts';

const logos = command('logos', 'Collects logos for organizations and programs.', [
	['npm run logos -- fetch', 'from websites, otherwise from simple-icons'],
	['npm run logos -- fetch --from simple-icons', 'without contacting any website'],
	['npm run logos -- fetch --again', 'also contacts websites that had no logo before'],
]);

logos
	.command('fetch')
	.description('fetch the logos that are missing or older than 30 days into the folder logos/ beside the snapshot')
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.addOption(new Option('--from <source>', 'fetch only from this source').choices(['websites', 'simple-icons']))
	.option('--again', 'also contact websites that had no logo in the last 30 days')
	.action(async ({ snapshot, siteUrl, port, from, again = false }) => {
		const brands = withSnapshot(snapshot, brandsOf);
		const icons = from === 'websites' ? undefined : await openSimpleIcons();
		if (from !== 'websites' && icons === undefined) {
			const problem =
				'The simple-icons package is not installed. Install it with the other development packages: npm ci';
			if (from === 'simple-icons') throw new UserError(problem);
			printWarning(problem);
		}
		const folder = logosBeside(snapshot);
		explain(() => makeFolder(folder), 'create the folder', folder);
		const options = {
			folder,
			network: from === 'simple-icons' ? undefined : INTERNET,
			icons,
			siteUrl: readSiteConfig(siteUrl, port).url,
			again,
			now: new Date(),
		};
		const results = await steps().run('Fetch logos', (onProgress) => fetchLogos(brands, options, onProgress));
		printLogoProblems(results);
		printOutcomes(folder, results);
	});

await run(logos);
