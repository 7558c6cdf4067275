import { callOnPublish } from '../src/commands/call-command.ts';
import { command, run } from '../src/commands/command.ts';
import { warnIfUnfit } from '../src/commands/other-version.ts';
import { printWarning } from '../src/commands/problems.ts';
import { waysTogether } from '../src/commands/rolled-back.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { previousRelease, switchRelease } from '../src/release/switch-release.ts';

const rollback = command('rollback', 'Goes back to the release that was published before the current one.', [
	['npm run rollback', 'from then on, builds do not publish until you run npm run publish'],
	['npm run rollback -- ID', 'switches to another release; for the IDs, see npm run releases -- list'],
])
	.argument('[id]', 'the ID of a release (default: the one that was published before the current one)')
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.historyDays())
	.addOption(SETTINGS.onPublish())
	.action(async (id, { out, historyDays, onPublish }) => {
		const { current, previous, ...fit } = await switchRelease(
			out,
			'rollback',
			{ historyDays, warn: printWarning },
			(journal) => id ?? previousRelease(out, journal),
		);
		const ways = await waysTogether(out, current);
		console.log(`${current} is now the current release${previous === undefined ? '' : `, instead of ${previous}`}.
Builds do not publish until you publish a release yourself. The snapshot has not changed, so it can differ from what is online. You can
${ways.map((way) => `- ${way}`).join('\n')}`);
		warnIfUnfit(fit);
		await callOnPublish(onPublish, out, current);
	});

await run(rollback);
