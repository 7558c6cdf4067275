import { Argument, Option } from 'commander';
import { type Account, EmailSchema, PLANS } from '../src/accounts/account.ts';
import { toTimestamp } from '../src/catalog/fields.ts';
import { command, run } from '../src/command/command.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { printTable } from '../src/command/table.ts';
import { randomText } from '../src/keys/secret.ts';
import { openState } from '../src/state/state.ts';
import { UserError } from '../src/user-error.ts';

const accounts = command('accounts', 'Makes and lists the accounts that hold API keys. Works while servers run.', [
	['npm run accounts -- create --email ada@site.example --plan free', ''],
	['npm run accounts -- list --json', ''],
	['npm run accounts -- set-plan ada@site.example pro', 'counts from the next request of its keys'],
]);

accounts
	.command('create')
	.description('make an account')
	.requiredOption('--email <address>', 'its e-mail address', email)
	.addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).default('free'))
	.addOption(SETTINGS.state())
	.option('--json', 'print it as JSON')
	.action(({ email, plan, state, json }) => {
		const account: Account = { id: `acc_${randomText(16)}`, email, plan, created_at: toTimestamp(new Date()) };
		const opened = openState(state);
		const added = opened.accounts.add(account);
		opened.close();
		if (!added) throw new UserError(`${email} has an account already. \`npm run accounts -- list\` shows it.`);
		console.log(json ? JSON.stringify(account) : `Made the account ${email} on the ${plan} plan.`);
	});

accounts
	.command('list')
	.description('list the accounts, oldest first')
	.addOption(SETTINGS.state())
	.option('--json', 'print them as JSON')
	.action(({ state, json }) => {
		const opened = openState(state);
		const all = opened.accounts.all();
		opened.close();
		if (json) console.log(JSON.stringify(all, null, 2));
		else
			printTable(
				['email', 'plan', 'created'],
				all.map(({ email, plan, created_at }) => [email, plan, created_at]),
			);
	});

accounts
	.command('set-plan')
	.description('change what an account may do')
	.argument('<email>', 'its e-mail address', email)
	.addArgument(new Argument('<plan>').choices(PLANS))
	.addOption(SETTINGS.state())
	.action((email, plan, { state }) => {
		const opened = openState(state);
		const found = opened.accounts.setPlan(email, plan);
		opened.close();
		if (!found)
			throw new UserError(`There is no account ${email}. \`npm run accounts -- list\` shows those there are.`);
		console.log(`${email} is on the ${plan} plan.`);
	});

await run(accounts);

function email(text: string): string {
	const result = EmailSchema.safeParse(text);
	if (result.success) return result.data;
	throw new UserError(`${JSON.stringify(text)} is not right. ${result.error.issues[0]!.message}`);
}
