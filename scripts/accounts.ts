import { Argument, Option } from 'commander';
import { recordEvent } from '../src/accounts/context.ts';
import { EmailSchema } from '../src/accounts/email.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { PLANS } from '../src/config/plan.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { UserError } from '../src/shared/user-error.ts';
import { newAccount } from '../src/state/keys/account.ts';
import { withState } from '../src/state/open-state.ts';

const accounts = command('accounts', 'Creates, lists and changes accounts. You can run it while servers are running.', [
	['npm run accounts -- create --email ada@site.example --plan free', ''],
	['npm run accounts -- list --json', ''],
	['npm run accounts -- set-plan ada@site.example pro', 'takes effect with the next request'],
	['npm run accounts -- reset-password ada@site.example', 'prints a link to set a new password'],
	['npm run accounts -- reset-two-factor ada@site.example', 'for someone who has lost their app and recovery codes'],
]);

accounts
	.command('create')
	.description('create an account without a password')
	.requiredOption('--email <address>', 'the email address of the account', email)
	.addOption(new Option('--plan <plan>', 'the plan of the account').choices(PLANS).default('free'))
	.addOption(SETTINGS.state())
	.option('--json', 'print the account as JSON')
	.action(async ({ email, plan, state, json }) => {
		const account = newAccount(email, plan);
		const added = await withState(state, (opened) => opened.accounts.add(account));
		if (!added) throw new UserError(`${email} already has an account. See \`npm run accounts -- list\`.`);
		console.log(json ? JSON.stringify(account) : `Created the account ${email} on the ${plan} plan.`);
	});

accounts
	.command('list')
	.description('list the accounts, oldest first')
	.addOption(SETTINGS.state())
	.option('--json', 'print the accounts as JSON')
	.action(async ({ state, json }) => {
		const all = await withState(state, (opened) => opened.accounts.all());
		if (json) console.log(JSON.stringify(all, null, 2));
		else
			printTable(
				['email', 'plan', 'created'],
				all.map(({ email, plan, created_at }) => [email, plan, created_at]),
			);
	});

accounts
	.command('set-plan')
	.description('change the plan of an account')
	.argument('<email>', 'the email address of the account', email)
	.addArgument(new Argument('<plan>').choices(PLANS))
	.addOption(SETTINGS.state())
	.action(async (email, plan, { state }) => {
		await withState(state, async (opened) => {
			const found = await opened.accounts.setPlan(email, plan);
			const account = await opened.accounts.findByEmail(email);
			if (account) await recordEvent({ state: opened }, account.id, 'plan_changed', undefined, plan);
			if (!found) throw noAccount(email);
		});
		console.log(`${email} is on the ${plan} plan.`);
	});

accounts
	.command('reset-password')
	.description('print a link to set a new password; it works once, within an hour')
	.argument('<email>', 'the email address of the account', email)
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.action(async (email, { state: stateFolder, siteUrl, port }) => {
		const { openAccounts } = await import('../src/accounts/accounts.ts');
		const { name: siteName, url, key_prefix: keyPrefix } = readSiteConfig(siteUrl, port);
		const report = (error: unknown, message: string) => console.error(message, error);
		const link = await withState(stateFolder, async (state) => {
			const opened = await openAccounts({ state, siteUrl: url, siteName, keyPrefix, report });
			const link = await opened.resetLink(email);
			await opened.close();
			return link;
		});
		if (link === undefined) throw noAccount(email);
		console.log(link);
		console.error('The link works once, within an hour. Anyone who has it can sign in, so send it privately.');
	});

accounts
	.command('reset-two-factor')
	.description('turn off two-factor for an account, and sign it out everywhere')
	.argument('<email>', 'the email address of the account', email)
	.addOption(SETTINGS.state())
	.action(async (email, { state }) => {
		await withState(state, async (opened) => {
			const account = await opened.accounts.findByEmail(email);
			if (account === undefined) throw noAccount(email);
			if (!(await opened.accounts.turnOffTwoFactor(account.id))) {
				throw new UserError(`Two-factor authentication is already off for ${email}.`);
			}
			await opened.sessions.endAll(account.id);
			await recordEvent({ state: opened }, account.id, 'two_factor_off', undefined);
		});
		console.log(
			`Turned off two-factor authentication for ${email} and signed the account out everywhere. Signing in now needs only the password.`,
		);
	});

accounts
	.command('sign-out')
	.description('sign an account out everywhere; its keys still work')
	.argument('<email>', 'the email address of the account', email)
	.addOption(SETTINGS.state())
	.action(async (email, { state }) => {
		await withState(state, async (opened) => {
			const account = await opened.accounts.findByEmail(email);
			if (account === undefined) throw noAccount(email);
			await opened.sessions.endAll(account.id);
			await recordEvent({ state: opened }, account.id, 'signed_out_everywhere', undefined);
		});
		console.log(`Signed ${email} out everywhere.`);
	});

await run(accounts);

function noAccount(email: string): UserError {
	return new UserError(
		`There is no account with the email address ${email}. To list all accounts: npm run accounts -- list`,
	);
}

function email(text: string): string {
	const result = EmailSchema.safeParse(text);
	if (result.success) return result.data;
	throw new UserError(`${JSON.stringify(text)} is invalid. ${result.error.issues[0]!.message}`);
}
