/** The tools that read the files in src/deploy/ accept them. nginx is tested in test/server/behind-nginx.long.test.ts. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';

const file = (name: string) => join(PROJECT, 'src/deploy', name);
const run = (tool: string, ...args: string[]) => spawnSync(tool, args, { encoding: 'utf8' });
const isInstalled = (tool: string, flag: string) => run(tool, flag).error === undefined;

test.skipIf(!isInstalled('systemd-analyze', '--version'))(
	'systemd accepts the unit, and calls its hardening OK',
	() => {
		const { status, stderr } = run('systemd-analyze', 'verify', '--man=no', file('directory@.service'));
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		const { stdout } = run('systemd-analyze', 'security', '--offline=true', '--no-pager', file('directory@.service'));
		expect(Number(/exposure level for .*: ([\d.]+)/.exec(stdout)![1])).toBeLessThan(2);
	},
);

test.skipIf(!isInstalled('systemd-analyze', '--version'))('systemd accepts the units of the backup', () => {
	const units = ['directory-backup@.service', 'directory-backup@.timer'].map(file);
	const { status, stderr } = run('systemd-analyze', 'verify', '--man=no', ...units);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!isInstalled('caddy', 'version'))('Caddy accepts its file', () => {
	const { status, stdout, stderr } = run('caddy', 'validate', '--adapter', 'caddyfile', '--config', file('Caddyfile'));
	expect(stdout + stderr).toContain('Valid configuration');
	expect(status).toBe(0);
});
