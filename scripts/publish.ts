import { command, run } from '../src/command/command.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { switchRelease } from '../src/release/switch-release.ts';

const publish = command('publish', 'Makes a release the current one. Servers switch to it by themselves.', [
	['npm run publish -- ID', 'see npm run releases -- list; after a rollback, builds publish again'],
])
	.argument('<id>', 'the id of a release')
	.addOption(SETTINGS.out())
	.action(async (id, { out }) => {
		const { previous } = await switchRelease(out, 'publish', () => id);
		console.log(`${id} is now the current release${previous === undefined ? '' : `, instead of ${previous}`}.`);
	});

await run(publish);
