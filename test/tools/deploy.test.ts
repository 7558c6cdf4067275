/** The tools that read the files in src/deploy/ accept them. nginx is tested in test/server/behind-nginx.long.test.ts. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { freePort } from '../bench/servers.ts';
import { requestOnce } from '../support/raw-http.ts';

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

test.skipIf(!isInstalled('haproxy', '-v'))('HAProxy accepts its file, and its log has no queries', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
	const port = await freePort();
	const configuration = readFileSync(file('haproxy.cfg'), 'utf8')
		.replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
		// There is no certificate.
		.replace(/^\s*(?:bind :443|http-request redirect) .*\n/gm, '')
		.replace('#log /dev/log local0', 'log stdout format raw local0')
		.replace('#log-format', 'log-format')
		.replaceAll(/10\.0\.0\.\d:4321/g, '127.0.0.1:1');
	writeFileSync(join(folder, 'haproxy.cfg'), configuration);
	const haproxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'pipe', 'ignore'] });
	let log = '';
	haproxy.stdout.on('data', (text) => (log += text));
	const answer = () =>
		requestOnce(port, 'GET', '/saved/feed.atom?key=secret').then(
			({ status }) => status,
			() => 0,
		);
	await expect.poll(answer, { timeout: 10_000 }).toBe(503);
	await expect.poll(() => log, { timeout: 10_000 }).toContain('"GET /saved/feed.atom HTTP/1.1"');
	expect(log).not.toContain('secret');
	haproxy.kill();
	rmSync(folder, { recursive: true });
});
