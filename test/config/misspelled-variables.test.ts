import { expect, test } from 'vitest';
import { misspelledVariables, VARIABLES } from '../../src/config/settings.ts';

test('A variable that is one typo away from a setting is named with that setting', () => {
	const environment = { WORKER: '3', SITE_ULR: 'https://a.example', DATABSE_URL: 'postgres://a', METRICSS: '1' };
	expect(misspelledVariables(environment)).toEqual(
		[
			['WORKER', 'WORKERS'],
			['SITE_ULR', 'SITE_URL'],
			['DATABSE_URL', 'DATABASE_URL'],
			['METRICSS', 'METRICS'],
		].map(([wrong, right]) => `${wrong} is no setting, so it has no effect. Did you mean ${right}?`),
	);
});

test('Settings and variables of other programs are not named', () => {
	const names = [
		...['HOME', 'HOSTS', 'PORTS', 'HOSTNAME', 'PATH', 'USER', 'LOGNAME', 'LANG', 'PWD', 'OLDPWD', 'SHELL', 'TERM'],
		...['RELEASE_NAME', 'SMTP_HOST', 'SITE_NAME', 'STATE_DIRECTORY', 'CACHE_DIRECTORY', 'LOG_FORMAT'],
		...['AWS_REGION', 'GITHUB_TOKEN', 'GITHUB_ACTIONS', 'npm_config_cache', 'NODE_ENV', 'WORKERS_DEV', 'INVOCATION_ID'],
	];
	expect(misspelledVariables(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
	expect(misspelledVariables(Object.fromEntries(VARIABLES.map((name) => [name, '1'])))).toEqual([]);
	expect(misspelledVariables({ WORKER: '3', WORKERS: '2' })).toEqual([]);
});
