import { existsSync } from 'node:fs';
import { isSlug } from '../src/catalog/slug.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { needRecord } from '../src/editor/edits/edit-records.ts';
import { toTimestamp } from '../src/shared/to-timestamp.ts';
import { UserError } from '../src/shared/user-error.ts';
import { withSnapshot } from '../src/snapshot/open.ts';
import { withState } from '../src/state/open-state.ts';
import type { State } from '../src/state/state.ts';

const claims = command('claims', 'Lists, grants and withdraws claims: which account speaks for which organization.', [
	['npm run claims -- list', ''],
	['npm run claims -- grant ada@larkpost.example larkpost', 'without a proof, for example after a phone call'],
	['npm run claims -- withdraw ada@larkpost.example larkpost', 'takes effect with the next request'],
]);

claims
	.command('list')
	.description('list the claims, sorted by organization')
	.addOption(SETTINGS.state())
	.option('--json', 'print the claims as JSON')
	.action(async ({ state, json }) => {
		const all = await withState(state, (opened) => opened.claims.all());
		if (json) {
			console.log(JSON.stringify(all, null, 2));
			return;
		}
		printTable(
			['organization', 'account', 'status', 'proof', 'since'],
			all.map(({ organization, email, status, method, created_at, verified_at }) => [
				organization,
				email,
				status,
				method ?? '',
				verified_at ?? created_at,
			]),
		);
	});

claims
	.command('grant')
	.description('let an account speak for an organization, also if another one does')
	.argument('<email>', 'the email address of the account')
	.argument('<organization>', 'the slug of the organization')
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.snapshot())
	.action(async (email: string, organization: string, { state, snapshot }) => {
		if (!isSlug(organization)) throw new UserError(`${organization} must be the slug of an organization.`);
		const isChecked = existsSync(snapshot);
		if (isChecked) withSnapshot(snapshot, (db) => needRecord(db, 'organizations', organization));
		const others = await withState(state, async (opened) => {
			const account = await accountOf(opened, email);
			const now = toTimestamp(new Date());
			const claim = await opened.claims.start(account.id, organization, now);
			if (typeof claim === 'string') throw new UserError(`${email} has too many claims. Withdraw one first.`);
			await opened.claims.verify(claim.id, 'editor', 'free', now);
			const all = await opened.claims.all();
			return all.filter(
				(one) => one.organization === organization && one.status === 'verified' && one.account_id !== account.id,
			);
		});
		console.log(`${email} speaks for ${organization}.`);
		if (!isChecked)
			console.log(`There is no snapshot ${snapshot}, so nothing has checked that this organization exists.`);
		for (const other of others) {
			console.log(`${other.email} does too. To end that: npm run claims -- withdraw ${other.email} ${organization}`);
		}
	});

claims
	.command('withdraw')
	.description('end the claim of an account; its keys lose the scopes that came with it at once')
	.argument('<email>', 'the email address of the account')
	.argument('<organization>', 'the slug of the organization')
	.addOption(SETTINGS.state())
	.action(async (email: string, organization: string, { state }) => {
		await withState(state, async (opened) => {
			const account = await accountOf(opened, email);
			const claim = (await opened.claims.ofAccount(account.id)).find((one) => one.organization === organization);
			if (claim === undefined) throw new UserError(`${email} has no claim of ${organization}.`);
			await opened.claims.withdraw(claim.id, toTimestamp(new Date()));
		});
		console.log(`${email} no longer speaks for ${organization}.`);
	});

await run(claims);

async function accountOf(state: State, email: string) {
	const account = await state.accounts.findByEmail(email.trim().toLowerCase());
	if (account === undefined) throw new UserError(`${email} has no account. See \`npm run accounts -- list\`.`);
	return account;
}
