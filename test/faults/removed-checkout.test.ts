/** The files of a server's checkout are removed while it runs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { FormClient } from '../support/form-client.ts';
import { openKeyForm, sendKeyForm } from '../support/key-forms.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { copyProject } from '../support/project-copy.ts';
import { requestOnce } from '../support/raw-http.ts';
import { startCommand, succeed } from '../support/run-command.ts';
import { listening, type ServerProcess, withCheapScrypt } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

const MADE_EXPORT = '/v1/export/programs.ndjson';
const MADE_IMAGE = '/share/site.png';

let directory: SmallDirectory;
let mail: MailServer;
let project: string;
let server: ServerProcess;

beforeAll(async () => {
	directory = copyDirectory('site');
	mail = await startMailServer();
	project = copyProject();
	// A link to the packages would not do: Node resolves links, and would find the original packages later.
	rmSync(join(project, 'node_modules'));
	execFileSync('cp', ['-a', join(PROJECT, 'node_modules'), project]);
	const { snapshot, out, state } = directory;
	await succeed('build', ['--snapshot', snapshot, '--out', out], { cwd: project });
	const env = withCheapScrypt({ SMTP_URL: mail.url, MAIL_FROM: 'directory@site.example', TRUST_PROXY: '1' });
	server = await listening(
		startCommand('serve', ['--out', out, '--state', state, '--port', '0'], { cwd: project, env }),
	);
	while ((await get('/readyz')).status !== 200) await sleep(100);
	expect(await unexpected([MADE_EXPORT], 200, `X-API-Key: ${directory.key}`)).toEqual([]);
	expect(await unexpected([MADE_IMAGE], 200)).toEqual([]);
	for (const name of readdirSync(project)) rmSync(join(project, name), { recursive: true });
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	await mail?.close();
	if (project) rmSync(project, { recursive: true });
	directory?.remove();
});

const get = (path: string, ...headers: readonly string[]) => requestOnce(server.port, 'GET', path, headers);

/** The answers that are not as expected: a path and its status. */
async function unexpected(paths: readonly string[], status: number, ...headers: readonly string[]): Promise<string[]> {
	const found: string[] = [];
	for (const path of paths) {
		const answer = await get(path, ...headers);
		if (answer.status !== status) found.push(`${path} ${answer.status}`);
	}
	return found;
}

/** The path of the first record of a kind. */
async function record(kind: string): Promise<string> {
	const { body } = await get(`/v1/${kind}`, `X-API-Key: ${directory.key}`);
	const [{ slug, id }] = JSON.parse(String(body)).data as [{ slug?: string; id: string }];
	return `/${kind}/${slug ?? id}`;
}

test('Pages, feeds and files are answered', async () => {
	const [program, category, organization] = await Promise.all(['programs', 'categories', 'organizations'].map(record));
	const pages = [
		'/',
		'/programs/',
		'/categories/',
		'/organizations/',
		'/networks/',
		'/statistics/',
		'/docs/',
		'/about/privacy/',
	]
		.concat([program!, category!, organization!].map((path) => `${path}/`))
		.concat(['/programs/search/?q=a&sort=name', '/compare/', '/changes/', '/changes/terms/', '/saved/rows/?slugs=a']);
	const files = ['/changes/feed.atom', '/openapi.json', '/openapi.yaml', '/robots.txt'].concat([
		'/sitemap.xml',
		'/llms.txt',
		`${program}.md`,
		'/client.tgz',
	]);
	expect(await unexpected([...pages, ...files], 200)).toEqual([]);
	expect(await unexpected(pages, 200, 'Accept-Encoding: gzip')).toEqual([]);
	expect(await unexpected(['/nothing/', '/programs/nothing/', '/account/nothing/'], 404)).toEqual([]);
	expect(await unexpected(['/healthz', '/readyz'], 200)).toEqual([]);
});

test('The API and MCP are answered', async () => {
	const key = `X-API-Key: ${directory.key}`;
	const lists = ENDPOINTS.map(({ path }) => path).filter((path) => path.lastIndexOf('/') === 0);
	const records = await Promise.all(['programs', 'categories', 'reviews', 'organizations'].map(record));
	const snapshot = (await get('/')).headers.get('x-snapshot');
	const paths = [...lists, ...records, '/programs?q=a', `/changes?since=${snapshot}`, '/export'];
	expect(
		await unexpected(
			paths.map((path) => `/v1${path}`),
			200,
			key,
		),
	).toEqual([]);
	expect(await unexpected(['/v1/programs'], 401)).toEqual([]);
	expect(await unexpected(['/v1/nothing'], 404, key)).toEqual([]);
	for (const [method, params] of [
		['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }],
		['tools/list', {}],
	] as const) {
		const answer = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
			method: 'POST',
			headers: {
				'X-API-Key': directory.key,
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
		expect([method, answer.status, await answer.json()]).toEqual([
			method,
			200,
			expect.objectContaining({ result: expect.anything() }),
		]);
	}
});

test('Accounts, keys and emails work', async () => {
	const client = new FormClient(server.port);
	const [email, password] = ['new@site.example', 'a rather long one'];
	expect((await client.post('/account/sign-up/', { email, newPassword: password })).status).toBe(200);
	const [, link] = /(\/account\/verify-email\/\S+)/.exec((await mail.arrived(1)).text)!;
	expect((await client.post(link!, { password })).status).toBe(303);
	const { status, key } = await sendKeyForm(client, await openKeyForm(client));
	expect([status, key]).toEqual([200, expect.stringMatching(/^svc_/)]);
	expect(await unexpected(['/v1/categories'], 200, `X-API-Key: ${key}`)).toEqual([]);
	const pages = ['/account/keys/', '/account/history/', '/account/settings/', '/account/data.json'].concat(
		['email', 'password', 'sessions', 'two-factor', 'connected', 'delete'].map((name) => `/account/settings/${name}/`),
	);
	for (const page of pages) expect([page, (await client.get(page)).status]).toEqual([page, 200]);
	for (const page of ['/account/sign-in/', '/account/sign-up/', '/account/forgotten/']) {
		const visitor = new FormClient(server.port);
		expect([page, (await visitor.get(page)).status]).toEqual([page, 200]);
	}
	const visitor = new FormClient(server.port);
	await visitor.post('/account/forgotten/', { email });
	expect((await mail.arrived(2)).to).toEqual([email]);
});

test('Exports that were made before are sent, and others are refused until the server restarts', async () => {
	const key = `X-API-Key: ${directory.key}`;
	expect(await unexpected([MADE_EXPORT], 200, key)).toEqual([]);
	expect(await unexpected(['/v1/export/reviews.ndjson', '/v1/export/directory.sqlite'], 503, key)).toEqual([]);
	// The thread that draws images ends when it has had nothing to do for a minute.
	expect([200, 503]).toContain((await get(`/share${await record('programs')}.png`)).status);
});
