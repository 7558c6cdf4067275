import { callOnPublish } from '../src/commands/call-command.ts';
import { command, run } from '../src/commands/command.ts';
import { warnIfUnfit } from '../src/commands/other-version.ts';
import { printWarning } from '../src/commands/problems.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { switchRelease } from '../src/release/switch-release.ts';

const publish = command('publish', 'Makes a release the current one. Servers switch to it automatically.', [
	[
		'npm run publish -- ID',
		'for the IDs, see npm run releases -- list; if builds are held after a rollback, this resumes publishing',
	],
	['npm run publish -- ID --because "checked the new rates"', 'publishes a release that the guard held'],
])
	.argument('<id>', 'the ID of the release')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.addOption(SETTINGS.onPublish())
	.option('--because <text>', 'why, if the release was held')
	.action(async (id, { out, historyDays, onPublish, because }) => {
		const { previous, ...fit } = await switchRelease(
			out,
			'publish',
			{ historyDays, because, warn: printWarning },
			() => id,
		);
		console.log(`${id} is now the current release${previous === undefined ? '' : `, instead of ${previous}`}.`);
		warnIfUnfit(fit);
		await callOnPublish(onPublish, out, id);
	});

await run(publish);
