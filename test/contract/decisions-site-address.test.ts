import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import site from '../../data/site.json' with { type: 'json' };
import { readCurrentFile } from '../support/current-site.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/running-server.ts';
import { apiAt } from './api.ts';
import { CONTRACT, KEYS, SERVERS } from './contract.ts';
import { SITE_URL } from './directory.ts';

const { out, state, snapshot, folder } = CONTRACT;

describe('The site’s address', () => {
	test.each(SERVERS)('SITE_URL overrides it for the links of $name', async (api) => {
		expect((await api.get('/programs')).headers.get('link')).toContain(`<${SITE_URL}/v1/programs?`);
	});

	test('SITE_URL overrides it for build: the pages', async () => {
		const page = await readCurrentFile(out, 'programs/quillon/index.html');
		expect(page).toContain(`${SITE_URL}/programs/quillon/`);
		expect(page).not.toContain(site.url);
	});

	test('data/site.json contains it if nothing overrides it', async () => {
		const server = await startServer({ out, state: state.folder }, { env: state.env });
		const answer = await apiAt('a server', server.port, KEYS.reading).get('/programs');
		await server.stop('SIGKILL');
		expect(answer.headers.get('link')).toContain(`<${site.url}/v1/programs?`);
	});

	test.each([
		['serve', ['--out', out, '--state', state.folder, '--port', '0']],
		['build', ['--snapshot', snapshot, '--out', join(folder, 'never')]],
	])('the address is an origin, without a path: %s refuses another', async (command, args) => {
		const { status, stderr } = await runCommand(command, args, { env: { SITE_URL: 'https://x.example/programs' } });
		expect(status).toBe(1);
		expect(stderr).toContain('https://x.example/programs');
		expect(stderr).toContain('origin');
	});
});
