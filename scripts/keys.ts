import { InvalidArgumentError, Option } from 'commander';
import { recordKeyEvent } from '../src/accounts/context.ts';
import { timestamp } from '../src/catalog/fields.ts';
import { command, run } from '../src/commands/command.ts';
import { printTable } from '../src/commands/table.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { readSiteConfig } from '../src/config/site-config.ts';
import { toTimestamp } from '../src/shared/to-timestamp.ts';
import { UserError } from '../src/shared/user-error.ts';
import { createKey, DEFAULT_LIFE, daysFrom } from '../src/state/keys/create.ts';
import { stateOf, titleOf } from '../src/state/keys/key.ts';
import { READ_SCOPES, SCOPE_NAMES, type Scope } from '../src/state/keys/scope.ts';
import { withState } from '../src/state/open-state.ts';

const keys = command('keys', 'Creates, lists and revokes API keys. You can run it while servers are running.', [
	[
		'npm run keys -- create --account ada@site.example --name laptop',
		'with all read scopes; prints only the key to standard output',
	],
	['npm run keys -- create --account ada@site.example --name ci --scopes programs:read --json', ''],
	['npm run keys -- revoke key_2f9sK…', 'takes effect immediately in every server'],
]);

keys
	.command('create')
	.description('create a key and show it once')
	.requiredOption('--account <email>', 'the email address of the account')
	.requiredOption('--name <name>', 'the name of the key')
	.addOption(
		new Option('--scopes <scopes>', `the scopes of the key, separated by commas: ${SCOPE_NAMES.join(', ')}`)
			.argParser(scopes)
			.default(READ_SCOPES, READ_SCOPES.join(',')),
	)
	.option(
		'--expires <date>',
		`when the key expires: 2027-01-31, 2027-01-31T12:00:00Z or never (default: in ${DEFAULT_LIFE} days)`,
		instant,
	)
	.addOption(SETTINGS.state())
	.option('--json', 'print the key as JSON')
	.action(async ({ account: email, name, scopes, expires, state, json }) => {
		await withState(state, async (opened) => {
			const account = await opened.accounts.findByEmail(email.toLowerCase());
			if (account === undefined) {
				throw new UserError(
					`There is no account with the email address ${email}. To create it: npm run accounts -- create --email ${email}`,
				);
			}
			const now = new Date();
			const expires_at = expires === undefined ? daysFrom(now, DEFAULT_LIFE) : expires;
			const options = { name, scopes, expires_at };
			const add = opened.keys.add.bind(opened.keys);
			const { key_prefix } = readSiteConfig();
			const { key, secret } = await createKey(account, options, key_prefix, toTimestamp(now), add);
			await recordKeyEvent({ state: opened }, key, 'key_made', undefined);
			const { id, prefix, created_at } = key;
			if (json) console.log(JSON.stringify({ id, key: secret, prefix, scopes, created_at, expires_at }));
			else {
				console.log(secret);
				const end = expires_at === null ? 'never expires' : `expires on ${expires_at.slice(0, 10)}`;
				console.error(
					`The key is shown only once. It ${end}. Its ID is ${id}, and its scopes are ${scopes.join(', ')}.`,
				);
			}
		});
	});

keys
	.command('list')
	.description('list the keys by account, oldest first')
	.addOption(SETTINGS.state())
	.option('--json', 'print the keys as JSON')
	.action(async ({ state, json }) => {
		const stored = await withState(state, (opened) => opened.keys.all());
		const all = stored.map((key) => ({ ...key, state: stateOf(key, () => new Date()) }));
		if (json) {
			console.log(JSON.stringify(all, null, 2));
			return;
		}
		const rows = all.map((key) => [
			key.id,
			key.email,
			key.name,
			`${key.prefix}…`,
			key.state,
			key.last_used_at ?? 'never',
			key.scopes.join(' '),
		]);
		printTable(['id', 'account', 'name', 'key', 'state', 'last used', 'scopes'], rows);
	});

keys
	.command('revoke')
	.description('revoke a key immediately and permanently')
	.argument('<id>', 'the ID of the key, as shown by `list`')
	.addOption(SETTINGS.state())
	.action(async (id, { state }) => {
		await withState(state, async (opened) => {
			const revoked = await opened.keys.revoke(id, toTimestamp(new Date()));
			const key = await opened.keys.findById(id);
			if (key && revoked) await recordKeyEvent({ state: opened }, key, 'key_revoked', undefined);
			if (key === undefined) throw new UserError(`There is no key ${id}. To list all keys: npm run keys -- list`);
			console.log(revoked ? `Revoked ${titleOf(key)}.` : `${titleOf(key)} was already revoked at ${key.revoked_at}.`);
		});
	});

await run(keys);

function scopes(text: string): Scope[] {
	const names = text
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	if (names.length === 0) throw new InvalidArgumentError(`Name at least one scope: ${SCOPE_NAMES.join(', ')}.`);
	const unknown = names.filter((name) => !SCOPE_NAMES.includes(name as Scope));
	if (unknown.length === 0) return [...new Set(names)] as Scope[];
	throw new InvalidArgumentError(`There is no scope ${unknown.join(', ')}. The scopes are ${SCOPE_NAMES.join(', ')}.`);
}

function instant(text: string): string | null {
	if (text === 'never') return null;
	const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
	if (timestamp.safeParse(time).success) return time;
	throw new InvalidArgumentError('It must be a date such as 2027-01-31, or never.');
}
