import { command, run } from '../src/commands/command.ts';
import { applicationVersion } from '../src/release/application-version.ts';
import { installPages } from '../src/release/compiled-pages.ts';

const compile = command('compile', 'Compiles the pages into the checkout, when you install the software.', [
	['npm run compile', 'takes about ten seconds. Without it, the first build compiles them into its folder of releases'],
]).action(async () => {
	console.log(`${await installPages(applicationVersion())}: compiled.`);
});

await run(compile);
