import { command, run } from '../src/commands/command.ts';
import { pullViews } from '../src/commands/pull-views.ts';
import { withState } from '../src/commands/with-state.ts';
import { operatorToken } from '../src/config/operator-token.ts';
import { origin, SETTINGS } from '../src/config/settings.ts';
import { UserError } from '../src/shared/user-error.ts';
import { count } from '../src/website/format/numbers.ts';

const views = command('views', 'Fetches the counts of views from the machine that serves the directory.', [
	['OPERATOR_TOKEN=… npm run views -- pull https://directory.example', 'before npm run build'],
]);

views
	.command('pull')
	.description('fetch the counts of the last complete days')
	.argument('<origin>', 'the address of the directory, such as https://directory.example', origin)
	.addOption(SETTINGS.state())
	.action(async (from: string, { state }: { state: string }) => {
		const token = operatorToken(process.env);
		if (token === undefined) {
			throw new UserError('Set OPERATOR_TOKEN to the token of the server, so that it lets you read its views.');
		}
		const pulled = await withState(state, (open) => pullViews(open.views, from, token, new Date()));
		console.log(
			`Fetched ${count(pulled.views, 'view')} and ${count(pulled.clicks, 'click')} of ${count(pulled.days, 'day')} from ${from}.`,
		);
	});

await run(views);
