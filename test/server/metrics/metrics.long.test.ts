import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ENDPOINTS } from '../../../src/api/endpoints.ts';
import { findAddress } from '../../../src/server/listen.ts';
import { routeOf } from '../../../src/server/metrics/request-figures.ts';
import { PROBLEMS, type Reason, reasonOf } from '../../../src/server/problems.ts';
import { PROJECT } from '../../../src/shared/project.ts';
import { childProcesses } from '../../support/child-processes.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { ownDirectory } from '../../support/own-server.ts';
import { requestOnce } from '../../support/raw-http.ts';
import { runCommand, succeed } from '../../support/run-command.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';

const ALERTS = join(PROJECT, 'src/deploy/alerts.yml');

const directory = ownDirectory('api');
const MAILING = { MAIL_FROM: 'directory@site.example', AUTH_SECRET: 'a secret of at least 32 characters' };

const freePort = async () => (await findAddress({ host: '127.0.0.1', port: 0 })).port;

/** Starts a server with metrics. Returns it with a function that reads them. */
async function startMeasured(env: Record<string, string> = {}) {
	const port = await freePort();
	const server = await startServer(directory, { env: { METRICS: String(port), ...env } });
	const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
	return { server, port, read };
}

/** Reads the value of a line of the Prometheus text format. */
function figureOf(text: string, series: string): number | undefined {
	const line = text.split('\n').find((one) => one.startsWith(`${series} `));
	return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const ask = (server: ServerProcess, target: string, headers: readonly string[] = []) =>
	requestOnce(server.port, 'GET', target, headers);
const countOf = (route: string, status: number) =>
	`directory_http_request_duration_seconds_count{route="${route}",status="${status}"}`;

describe('The metrics', () => {
	test('count requests by route and status, refused keys, and what a server uses', async () => {
		const mail = await startMailServer();
		const { server, read } = await startMeasured({ ...MAILING, SMTP_URL: mail.url });
		await expect.poll(async () => (await ask(server, '/readyz')).status).toBe(200);
		const key = [`X-API-Key: ${directory.key}`];
		for (const slug of ['a', 'b', 'c']) await ask(server, `/v1/programs/${slug}?fields=x`, key);
		await ask(server, '/v1/categories', key);
		await ask(server, '/v1/reviews', [...key, 'Host: other.example']);
		await ask(server, '/v1/categories', ['X-API-Key: wrong']);
		await ask(server, '/v1/categories');
		await ask(server, '/nothing-here');
		await ask(server, '/programs/nothing/');
		await expect.poll(async () => figureOf(await read(), countOf('/v1/programs/:slug', 404))).toBe(3);
		const text = await read();
		const series = {
			[countOf('/v1/categories', 200)]: 1,
			[countOf('/v1/categories', 401)]: 2,
			[countOf('/v1/reviews', 200)]: 1,
			[countOf('/*', 404)]: 1,
			[countOf('/programs/*', 404)]: 1,
			'directory_keys_refused_total{reason="INVALID_API_KEY"}': 1,
			'directory_keys_refused_total{reason="MISSING_API_KEY"}': 1,
			'directory_connections_refused_total{limit="address"}': 0,
			'directory_malformed_requests_total{status="400"}': 0,
			'directory_status{status="ready"}': 1,
			'directory_status{status="not ready"}': 0,
			directory_backup_timestamp_seconds: 0,
			directory_mail_waiting: 0,
			directory_mail_oldest_seconds: 0,
			directory_mail_given_up_total: 0,
			directory_webhook_events_waiting: 0,
			directory_webhook_events_failing: 0,
			directory_log_lines_dropped_total: 0,
		};
		for (const [name, value] of Object.entries(series)) expect([name, figureOf(text, name)]).toEqual([name, value]);
		const now = Date.now() / 1000;
		for (const name of [
			'directory_release_published_timestamp_seconds',
			'directory_snapshot_built_timestamp_seconds',
		]) {
			expect(figureOf(text, name)).toBeGreaterThan(now - 86_400);
			expect(figureOf(text, name)).toBeLessThanOrEqual(now);
		}
		for (const name of [
			'directory_state_size_bytes',
			'directory_state_probe_duration_seconds',
			'nodejs_eventloop_lag_p99_seconds',
			'process_resident_memory_bytes',
		]) {
			expect(figureOf(text, name)).toBeGreaterThan(0);
		}
		expect(text).not.toContain(directory.key.slice(0, 12));
		await succeed('backup', [join(directory.folder, 'backup.sqlite'), '--state', directory.state]);
		expect(figureOf(await read(), 'directory_backup_timestamp_seconds')).toBeGreaterThan(now - 60);
		await server.stop();
		await mail.close();
	});

	test('are on a port of their own, on the loopback address', async () => {
		const { server, port } = await startMeasured();
		expect((await ask(server, '/metrics')).status).toBe(404);
		expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
		const taken = await runCommand('serve', ['--out', directory.out, '--state', directory.state, '--port', '0'], {
			env: { METRICS: String(port) },
		});
		expect(taken.stderr).toMatch(
			new RegExp(`The server cannot listen: port ${port} is in use\\..*--metrics or METRICS\\.`),
		);
		await server.stop();
	});

	test('of several workers are added up, and counters do not go back when a worker dies', async () => {
		const { server, read } = await startMeasured({ WORKERS: '2' });
		const key = [`X-API-Key: ${directory.key}`];
		for (let i = 0; i < 40; i++) await ask(server, '/v1/categories', key);
		const count = async () => figureOf(await read(), countOf('/v1/categories', 200));
		await expect.poll(count).toBe(40);
		const [worker] = childProcesses(server.child.pid!);
		process.kill(worker!, 'SIGKILL');
		await expect.poll(() => childProcesses(server.child.pid!).includes(worker!)).toBe(false);
		expect(await count()).toBe(40);
		await ask(server, '/v1/categories', key);
		await expect.poll(count).toBe(41);
		await server.stop();
	});

	test('exist for all alerts; each reason of /readyz has one alert and a line in the documentation', async () => {
		const mail = await startMailServer();
		const { server, read } = await startMeasured({ ...MAILING, SMTP_URL: mail.url });
		await expect.poll(async () => (await ask(server, '/readyz')).status).toBe(200);
		await expect.poll(read).toContain('directory_http_request_duration_seconds_bucket');
		const text = await read();
		await server.stop();
		await mail.close();
		const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
		const rules = groups.flatMap((group) => group.rules);
		const names = rules.flatMap(({ expr }) => expr.match(/\b(?:directory|nodejs|process)_\w+/g) ?? []);
		expect(rules).toHaveLength(9);
		for (const name of new Set(names)) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
		const matchers = rules
			.flatMap(({ expr }) => expr.match(/(?<=directory_readiness_reason\{).*?(?=\})/g) ?? [])
			.map((all) => [...all.matchAll(/(\w+)(=~?|!~)"(.*?)"/g)]);
		const guide = readFileSync(join(PROJECT, 'src/docs/monitoring.md'), 'utf8');
		for (const reason of Object.values(PROBLEMS).map(reasonOf)) {
			const labels = Object.entries(reason).map(([name, value]) => `${name}="${value}"`);
			expect(text).toContain(`directory_readiness_reason{${labels}} `);
			const alerts = matchers.filter((all) =>
				all.every(
					([, name, how, value]) => new RegExp(`^(${value})$`).test(reason[name as keyof Reason]) === (how !== '!~'),
				),
			);
			expect([reason.code, alerts.length]).toEqual([reason.code, 1]);
			expect(guide).toContain(`\n| \`${reason.code}\` | ${reason.severity} |`);
		}
	});
});

test.each([
	['/', '/'],
	['/?q=1', '/'],
	['/v1', '/v1/'],
	['/v1/programs/x/reviews?page=2', '/v1/programs/:slug/reviews'],
	['/v1/programs/', '/v1/programs'],
	...ENDPOINTS.map(({ path }) => [`/v1${path.replace(/:\w+/, 'some')}`, `/v1${path}`]),
	['/v1/nothing/x', '/v1/*'],
	['/v1/programs//reviews/more', '/v1/*'],
	['/v1/nothing/at/all', '/v1/*'],
	['/programs/search/?q=x', '/programs/search/'],
	['/programs/acme/', '/programs/*'],
	['/programs', '/programs/'],
	['/constructor/x', '/*'],
	['/.env', '/*'],
	['', '/*'],
	['*', '/*'],
])('the route of %s is %s', (target, route) => expect(routeOf(target)).toBe(route));

/** Whether Debian's package `prometheus` is installed. */
const hasPromtool = (() => {
	try {
		execFileSync('promtool', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
})();

/** Tests of the alerts, for `promtool test rules`: what each series has each minute, and which alerts fire. */
const ALERT_TESTS = {
	rule_files: [ALERTS],
	evaluation_interval: '1m',
	tests: [
		{
			interval: '1m',
			input_series: [
				{ series: 'directory_http_request_duration_seconds_count{job="d",status="200"}', values: '0+600x30' },
				{ series: 'directory_http_request_duration_seconds_count{job="d",status="500"}', values: '0+60x30' },
				{ series: 'up{job="directory"}', values: '1x30' },
				{ series: 'directory_readiness_reason{job="d",code="STATE_UNAVAILABLE",severity="degraded"}', values: '0x30' },
				{ series: 'directory_mail_oldest_seconds{job="d"}', values: '0x10 1900x20' },
				{ series: 'directory_log_lines_dropped_total{job="d"}', values: '0x30' },
			],
			alert_rule_test: [
				['DirectoryErrors', '20m', 1],
				['DirectoryDown', '20m', 0],
				['DirectoryNotReady', '20m', 0],
				['DirectoryStateUnavailable', '20m', 0],
				['DirectoryDegraded', '20m', 0],
				['DirectoryMailStuck', '15m', 0],
				['DirectoryMailStuck', '25m', 1],
				['DirectoryDropsLog', '20m', 0],
				['DirectorySlow', '20m', 0],
			].map(([alertname, eval_time, firing]) => ({ alertname, eval_time, ...expectedAlerts(alertname, firing) })),
		},
	],
};

/** The alerts that a test expects, with the labels and annotations of their rules. */
function expectedAlerts(name: unknown, firing: unknown) {
	if (firing === 0) return { exp_alerts: [] };
	const { groups } = parse(readFileSync(ALERTS, 'utf8'));
	const { labels, annotations } = groups[0].rules.find((rule: { alert: string }) => rule.alert === name);
	const summary = annotations.summary.replace('{{ $value | humanize }}', '1');
	return { exp_alerts: [{ exp_labels: { ...labels, job: 'd' }, exp_annotations: { ...annotations, summary } }] };
}

test.skipIf(!hasPromtool)('promtool (Debian: prometheus) accepts the alerts, and they fire when they should', () => {
	execFileSync('promtool', ['check', 'rules', ALERTS]);
	const file = join(directory.out, '..', 'alerts.test.yml');
	writeFileSync(file, JSON.stringify(ALERT_TESTS));
	try {
		execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		expect(`${stdout}${stderr}`).toBe('');
	}
});
