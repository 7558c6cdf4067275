import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { ENDPOINTS } from '../src/api/endpoints.ts';
import { ACCOUNT_VARIABLES } from '../src/command/account-settings.ts';
import { SETTINGS } from '../src/command/settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('|'));

describe('the README', () => {
	test.each(Object.values(SETTINGS).map((setting) => setting()))(
		'lists the setting $long with its default',
		(option) => {
			const row = rows.find((line) => line.startsWith(`| \`${option.long}\` | \`${option.envVar}\``));
			expect(row).toBeDefined();
			if (option.defaultValue !== undefined) expect(row).toContain(`| \`${option.defaultValue}\` |`);
		},
	);

	test.each(ACCOUNT_VARIABLES)('lists the setting %s, which comes by environment alone', (name) => {
		expect(rows.some((line) => line.startsWith(`| | \`${name}\``))).toBe(true);
	});

	test.each(Object.keys(packageJson.scripts))('lists the command %s', (name) => {
		expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`));
	});

	test.each(ENDPOINTS)('lists the endpoint $path with its scope and parameters', ({ path, scope, parameters }) => {
		const address = `/v1${path.replace(':slug', 'SLUG').replace(':id', 'ID')}`;
		const row = rows.find((line) => line.startsWith(`| \`${address}\` | \`${scope}\` |`));
		expect(row).toBeDefined();
		const documented = [...row!.split('|')[3]!.matchAll(/`(\w+)`/g)].map((match) => match[1]);
		expect(documented.sort()).toEqual(Object.keys(parameters).sort());
	});
});
