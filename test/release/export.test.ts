import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
let server: ServerProcess;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 30, reviews: 60 });
	server = await startServer(directory);
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

describe('export', () => {
	test('writes every body as the API answers it, laid out like the paths', async () => {
		const { out, key, folder } = directory;
		const json = join(folder, 'json');
		const said = await succeed('export', ['--out', out, '--json', json]);
		const files = readdirSync(json, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
		expect(said).toBe(`${files.length} files in ${json}\n`);
		const kinds = new Set(files.map((file) => file.split('/')[0]));
		expect(kinds).toEqual(new Set(['programs', 'categories', 'categories.json', 'reviews', 'organizations']));
		for (const file of files) {
			const path = `/v1/${file.replace(/\.json$/, '')}`;
			const { status, body } = await requestOnce(server.port, 'GET', path, [`X-API-Key: ${key}`]);
			expect(status, path).toBe(200);
			expect(readFileSync(join(json, file)), path).toEqual(body);
		}
	});

	test('refuses in a sentence what it cannot do', async () => {
		const nothing = join(directory.folder, 'nothing');
		for (const [out, json, sentence] of [
			[nothing, join(directory.folder, 'unused'), `There is no release in ${nothing}.`],
			[directory.out, 'package.json', 'Could not make the folder package.json'],
		] as const) {
			const { status, stdout, stderr } = await runCommand('export', ['--out', out, '--json', json]);
			expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
			expect(stderr).toContain(sentence);
			expect(stderr.split('\n')).toHaveLength(2);
		}
	});
});
