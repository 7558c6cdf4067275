import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import settings from '../../data/site.json' with { type: 'json' };
import { checkCertificate } from '../../src/commands/doctor/address.ts';
import type { Finding } from '../../src/commands/doctor/finding.ts';
import { apiFile } from '../../src/release/api-database.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { needCurrentRelease } from '../../src/release/publish.ts';
import { findAddress } from '../../src/server/listen.ts';
import { openSqlite } from '../../src/state/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { changeDatabase } from '../support/change-database.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type CommandOptions, runCommand, succeed } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;

beforeEach(() => {
	directory = copyDirectory('api');
});
afterEach(() => directory.remove());

const FROM = { MAIL_FROM: 'directory@site.example' };
const options = () => ['--out', directory.out, '--state', directory.state];

/** Runs `doctor`. Returns its exit status and its findings by what was checked. */
async function examine(env: NonNullable<CommandOptions['env']>, ...more: string[]) {
	const { status, stdout, stderr } = await runCommand('doctor', [...options(), '--json', ...more], { env });
	expect(stderr).toBe('');
	const findings: Finding[] = JSON.parse(stdout);
	return { status, findings, by: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

describe('doctor', () => {
	test('finds nothing to do for a server in order, and sends an email', async () => {
		const mail = await startMailServer();
		const env = { SMTP_URL: mail.url, ...FROM };
		const server = await startServer(directory, { env });
		await expect.poll(async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(200);
		const site = { ...env, SITE_URL: `http://127.0.0.1:${server.port}` };
		const { by: before } = await examine(site);
		expect(before.backup).toMatchObject({ status: 'warning', found: 'npm run backup has never backed up this state.' });
		await succeed('backup', [join(directory.folder, 'backup.sqlite'), '--state', directory.state]);
		const { status, findings, by } = await examine(site, '--mail-to', 'ada@site.example');
		const bad = findings.filter((one) => one.status === 'problem' || one.status === 'warning');
		expect([status, bad]).toEqual([0, []]);
		for (const check of [
			'node',
			'disk, state',
			'configuration',
			'release',
			'state',
			'backup',
			'history',
			'mail',
			'address',
			'readiness',
		]) {
			expect(by[check]).toMatchObject({ status: 'ok' });
		}
		expect(by.release!.found).toMatch(/is complete: the checksums of \d+ pages and responses match\.$/);
		expect(mail.mails).toMatchObject([{ to: ['ada@site.example'], subject: expect.stringMatching(/: Test email$/) }]);
		await server.stop();
		await mail.close();
	});

	test('finds the settings with which a server does not start', async () => {
		const host = await examine({ HOST: 'no such host' });
		expect(host.by.settings).toMatchObject({
			status: 'problem',
			found: 'The server cannot listen: there is no host no such host. Set an address with --host or HOST.',
		});
	});

	test('goes on without the settings that are wrong, and names all of them', async () => {
		const { status, findings, by } = await examine({ TRUST_PROXY: 'foo', PORT: '99999', HISTORY_DAYS: '0' });
		expect(status).toBe(1);
		const found = findings.filter(({ check }) => check === 'settings').map((finding) => finding.found);
		expect(found).toEqual(
			['TRUST_PROXY', 'PORT', 'HISTORY_DAYS'].map((name) => expect.stringContaining(`'${name}' is invalid. It must`)),
		);
		expect(by).toMatchObject({ release: { status: 'ok' }, state: { status: 'ok' }, configuration: { status: 'ok' } });
	});

	test('notices a wrong line in .env, and commands that do not exist', async () => {
		const own = copyDirectory('site');
		writeFileSync(join(own.folder, 'site.json'), JSON.stringify(settings));
		const [file, command] = [join(own.folder, '.env'), join(own.folder, 'tell-me')];
		writeFileSync(file, `LOG_LEVEL=warn\nTRUST_PROXY: 1\nON_FAILURE="${command} --room ops"\nON_PUBLISH=${command}\n`);
		const examined = () =>
			runCommand('doctor', [...options(), '--json'], { env: { SITE_CONFIG: own.folder }, launched: true });
		const { stdout, stderr } = await examined();
		const message = `${file}: Line 2 is not NAME=value, so it is ignored.`;
		expect(stderr).toBe(`warning: ${message}\n`);
		const found = () => (JSON.parse(stdout) as Finding[]).filter(({ check }) => check === 'settings');
		expect(found()).toMatchObject([
			{ status: 'problem', found: message },
			{ status: 'problem', found: `ON_FAILURE names ${command}, which is not a program.` },
			{ status: 'problem', found: `ON_PUBLISH names ${command}, which is not a program.` },
		]);
		writeFileSync(file, 'ON_FAILURE=true --now\nON_PUBLISH=true\n');
		const right = await examined();
		expect(right.stderr).toBe('');
		expect(right.stdout).not.toMatch(/ON_FAILURE|ON_PUBLISH/);
		own.remove();
	});

	test.each([
		['a damaged state', () => writeFileSync(join(directory.state, 'state.sqlite'), 'no database'), {}],
		['no folder of releases', () => rmSync(directory.out, { recursive: true }), {}],
		['PostgreSQL that does not run', () => {}, { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/a' }],
		['a wrong DATABASE_URL', () => {}, { DATABASE_URL: 'nonsense' }],
		['wrong settings', () => {}, { PORT: 'x', OPERATOR_TOKEN: 'short', SMTP_URL: 'ftp://a' }],
		['an .env that is a folder', () => mkdirSync(join(directory.folder, '.env')), { SITE_CONFIG: 'folder' }],
	])('says what to do about %s', async (_, breakIt, env: CommandOptions['env']) => {
		breakIt();
		const { status, findings } = await examine(env?.SITE_CONFIG ? { SITE_CONFIG: directory.folder } : env!);
		expect(status).toBe(1);
		for (const finding of findings.filter((one) => ['problem', 'warning'].includes(one.status))) {
			expect(finding).toMatchObject({ remedy: expect.stringMatching(/\.$/) });
			expect(finding.found).not.toMatch(/^\w*Error\b/);
		}
	});

	test('names each problem with what to do', async () => {
		await runCommand('build', ['--snapshot', join(directory.out, 'none.sqlite'), '--out', directory.out]);
		const state = openSqlite(directory.state);
		await state.jobs.add({ kind: 'confirm_address', target: 'ada@site.example', payload: { signUp: 'x' } });
		const [job] = await state.jobs.take(['confirm_address'], { lease: 0, most: 1 });
		await state.jobs.postpone(job!, 0, 'SMTP mail.example:465 ESOCKET CONN');
		state.database.exec("UPDATE jobs SET created_at = '2026-05-01T12:00:00Z'");
		await state.close();
		chmodSync(directory.state, 0o755);
		const release = releaseFolder(directory.out, needCurrentRelease(directory.out));
		changeDatabase(
			apiFile(release),
			"UPDATE records SET data = CAST(data || 'x' AS BLOB) WHERE number = (SELECT max(number) FROM records)",
		);
		const { port } = await findAddress({ host: '127.0.0.1', port: 0 });
		const env = { SMTP_URL: 'smtp://127.0.0.1:1', ...FROM, SITE_URL: `http://127.0.0.1:${port}` };
		const { status, by } = await examine(env);
		expect(status).toBe(1);
		expect(by).toMatchObject({
			'permissions, state': { status: 'warning', remedy: `Run chmod 700 ${directory.state}.` },
			release: {
				status: 'problem',
				found: expect.stringContaining('damaged'),
				remedy: 'Go back to the release before: npm run rollback. Or build again: npm run build.',
			},
			'last build': { status: 'problem', found: expect.stringMatching(/: failed\. .*none\.sqlite/) },
			mail: { status: 'problem', found: '127.0.0.1:1 refused the connection.' },
			'emails that wait': {
				status: 'problem',
				found: expect.stringMatching(
					/^1 email waits, .* 1 failed at least once\. SMTP mail\.example:465 ESOCKET CONN\.$/,
				),
			},
			address: { status: 'problem', found: `http://127.0.0.1:${port} does not answer (ECONNREFUSED).` },
		});
		const { stdout } = await runCommand('doctor', options(), { env });
		expect(stdout).toMatch(/^problem {2}address {2,}http:\/\/127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)\.$/m);
		expect(stdout).toMatch(/^ +→ Start the server and its proxy, or correct SITE_URL\.$/m);
		expect(stdout).toMatch(/\n\n\d problems, \d warnings?\.\n$/);
	});

	test('refuses a wrong configuration like a server, and leaves a state of another version alone', async () => {
		const file = join(directory.state, 'state.sqlite');
		const db = new Database(file);
		const version = db.pragma('user_version', { simple: true }) as number;
		db.pragma(`user_version = ${version - 1}`);
		db.close();
		const { status, by } = await examine({ SMTP_URL: 'http://mail.example', SITE_URL: 'http://127.0.0.1:1' });
		expect(status).toBe(1);
		expect(by.configuration).toMatchObject({ status: 'problem', found: expect.stringContaining('SMTP_URL') });
		expect(by.state).toMatchObject({ status: 'warning', found: expect.stringMatching(/^Another version/) });
		const after = new Database(file, { readonly: true });
		expect(after.pragma('user_version', { simple: true })).toBe(version - 1);
		after.close();
	});

	test('notices links of the configuration that lead nowhere', async () => {
		const own = copyDirectory('site');
		const footer = ['/programs/', '/imprnt/', 'https://directory.example/'].map((address) => ({
			name: address,
			address,
		}));
		writeFileSync(join(own.folder, 'site.json'), JSON.stringify({ ...settings, footer }));
		mkdirSync(join(own.folder, 'pages'));
		const page =
			'# Rules\n\nSee [programs](/programs/#list), [contact](/contct/?a=1), [imprint](/imprnt/) and [top](#rules).\n\n- ![](/team.png)\n';
		writeFileSync(join(own.folder, 'pages/rules.md'), page);
		const server = await startServer(own);
		const env = { SITE_CONFIG: own.folder, SITE_URL: `http://127.0.0.1:${server.port}` };
		const { by } = await examine(env, '--out', own.out, '--state', own.state);
		expect(by.links).toEqual({
			check: 'links',
			status: 'problem',
			found:
				'The configuration links to pages that do not exist: /imprnt/ (site.json, pages/rules.md), /contct/?a=1 (pages/rules.md), /team.png (pages/rules.md).',
			remedy: 'Correct the links in these files.',
		});
		await server.stop();
		own.remove();
	});

	test('notices a proxy that lets visitors choose the request ID', async () => {
		const server = await startServer(directory, { env: { TRUST_PROXY: '1' } });
		const env = { SITE_URL: `http://127.0.0.1:${server.port}` };
		expect((await examine(env)).by.proxy).toMatchObject({
			status: 'warning',
			found: expect.stringContaining('request ID'),
		});
		await server.stop();
	});
});

const hasOpenssl = (() => {
	try {
		execFileSync('openssl', ['version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
})();

// Node cannot make certificates.
test.skipIf(!hasOpenssl)(
	'A certificate that ends soon, or that browsers do not trust, is noticed (needs openssl)',
	async () => {
		const folder = temporaryFolder();
		const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		execFileSync(
			'openssl',
			[
				...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '5', '-subj', '/CN=localhost'],
				...['-keyout', key, '-out', cert],
			],
			{ stdio: 'ignore' },
		);
		const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		expect(await checkCertificate(`https://127.0.0.1:${port}`)).toMatchObject({
			status: 'problem',
			found: expect.stringMatching(/^The certificate is valid for [45] more days\. Browsers do not trust it: .+\.$/),
		});
		await new Promise((resolve) => server.close(resolve));
		expect(await checkCertificate(`https://127.0.0.1:${port}`)).toMatchObject({
			status: 'skipped',
			found: 'It could not be read: 127.0.0.1 does not answer (ECONNREFUSED).',
		});
		expect(await checkCertificate('http://directory.example')).toMatchObject({ status: 'skipped' });
	},
);
