import { command, run } from '../src/commands/command.ts';
import { warnOfOtherVersion } from '../src/commands/other-version.ts';
import { printWarning } from '../src/commands/problems.ts';
import { SETTINGS } from '../src/commands/settings.ts';
import { switchRelease } from '../src/release/switch-release.ts';

const publish = command('publish', 'Makes a release the current one. Servers switch to it automatically.', [
	[
		'npm run publish -- ID',
		'for the IDs, see npm run releases -- list; if a rollback has paused publishing, this resumes it',
	],
])
	.argument('<id>', 'the ID of the release')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.action(async (id, { out, historyDays }) => {
		const { previous, isOurVersion } = await switchRelease(
			out,
			'publish',
			{ historyDays, warn: printWarning },
			() => id,
		);
		console.log(`${id} is now the current release${previous === undefined ? '' : `, instead of ${previous}`}.`);
		if (!isOurVersion) warnOfOtherVersion();
	});

await run(publish);
