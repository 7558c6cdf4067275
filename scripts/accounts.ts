import { Argument, Option } from 'commander';
import { type Account, EmailSchema, PLANS } from '../src/accounts/account.ts';
import { remember } from '../src/accounts/desk.ts';
import { toTimestamp } from '../src/catalog/fields.ts';
import { command, run } from '../src/command/command.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { readSiteConfig } from '../src/command/site-config.ts';
import { printTable } from '../src/command/table.ts';
import { randomText } from '../src/keys/secret.ts';
import { openState } from '../src/state/state.ts';
import { UserError } from '../src/user-error.ts';

const accounts = command('accounts', 'Makes and lists the accounts that hold API keys. Works while servers run.', [
	['npm run accounts -- create --email ada@site.example --plan free', ''],
	['npm run accounts -- list --json', ''],
	['npm run accounts -- set-plan ada@site.example pro', 'counts from the next request of its keys'],
	['npm run accounts -- reset-password ada@site.example', 'prints a link to set a password, which works once'],
	['npm run accounts -- reset-two-factor ada@site.example', 'for someone who lost their app and their codes'],
]);

accounts
	.command('create')
	.description('make an account, without a password')
	.requiredOption('--email <address>', 'its e-mail address', email)
	.addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).default('free'))
	.addOption(SETTINGS.state())
	.option('--json', 'print it as JSON')
	.action(async ({ email, plan, state, json }) => {
		const account: Account = { id: `acc_${randomText(16)}`, email, plan, created_at: toTimestamp(new Date()) };
		const opened = openState(state);
		const added = await opened.accounts.add(account);
		opened.close();
		if (!added) throw new UserError(`${email} has an account already. \`npm run accounts -- list\` shows it.`);
		console.log(json ? JSON.stringify(account) : `Made the account ${email} on the ${plan} plan.`);
	});

accounts
	.command('list')
	.description('list the accounts, oldest first')
	.addOption(SETTINGS.state())
	.option('--json', 'print them as JSON')
	.action(async ({ state, json }) => {
		const opened = openState(state);
		const all = await opened.accounts.all();
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
	.action(async (email, plan, { state }) => {
		const opened = openState(state);
		const found = await opened.accounts.setPlan(email, plan);
		const account = await opened.accounts.findByEmail(email);
		if (account) await remember({ state: opened }, account.id, 'plan_changed', undefined, plan);
		opened.close();
		if (!found) throw noAccount(email);
		console.log(`${email} is on the ${plan} plan.`);
	});

accounts
	.command('reset-password')
	.description('print a link to set a new password; it works once, and for an hour')
	.argument('<email>', 'its e-mail address', email)
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.action(async (email, { state: stateFolder, siteUrl, port }) => {
		const { openAccounts } = await import('../src/accounts/accounts.ts');
		const state = openState(stateFolder);
		const { name: siteName, url, key_prefix: keyPrefix } = readSiteConfig(siteUrl, port);
		const report = (error: unknown, message: string) => console.error(message, error);
		const opened = await openAccounts({ state, stateFolder, siteUrl: url, siteName, keyPrefix, report });
		const link = await opened.resetLink(email);
		await opened.close();
		state.close();
		if (link === undefined) throw noAccount(email);
		console.log(link);
		console.error('It works once, and for an hour. Whoever has it can sign in: hand it on privately.');
	});

accounts
	.command('reset-two-factor')
	.description('turn two-factor off for someone who lost it, and end their sessions')
	.argument('<email>', 'its e-mail address', email)
	.addOption(SETTINGS.state())
	.action(async (email, { state }) => {
		const opened = openState(state);
		const account = await opened.accounts.findByEmail(email);
		const wasOn = account !== undefined && (await opened.accounts.turnOffTwoFactor(account.id));
		if (wasOn) {
			await opened.sessions.endAll(account.id);
			await remember({ state: opened }, account.id, 'two_factor_off', undefined);
		}
		opened.close();
		if (account === undefined) throw noAccount(email);
		if (!wasOn) throw new UserError(`Two-factor of ${email} is off already.`);
		console.log(`Turned two-factor of ${email} off, and signed them out everywhere. Their password is enough now.`);
	});

accounts
	.command('sign-out')
	.description('end every session of an account; its keys go on')
	.argument('<email>', 'its e-mail address', email)
	.addOption(SETTINGS.state())
	.action(async (email, { state }) => {
		const opened = openState(state);
		const account = await opened.accounts.findByEmail(email);
		if (account) {
			await opened.sessions.endAll(account.id);
			await remember({ state: opened }, account.id, 'signed_out_everywhere', undefined);
		}
		opened.close();
		if (account === undefined) throw noAccount(email);
		console.log(`Signed ${email} out everywhere.`);
	});

await run(accounts);

function noAccount(email: string): UserError {
	return new UserError(`There is no account ${email}. \`npm run accounts -- list\` shows those there are.`);
}

function email(text: string): string {
	const result = EmailSchema.safeParse(text);
	if (result.success) return result.data;
	throw new UserError(`${JSON.stringify(text)} is not right. ${result.error.issues[0]!.message}`);
}
