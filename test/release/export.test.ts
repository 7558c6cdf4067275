import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
let server: ServerProcess;

beforeAll(async () => {
	directory = copyDirectory('api');
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

	test('removes what an earlier export wrote and this release has not, and nothing else', async () => {
		const json = join(directory.folder, 'again');
		const run = () => succeed('export', ['--out', directory.out, '--json', json]);
		const first = await run();
		const list = join(json, '.exported');
		writeFileSync(list, `${readFileSync(list, 'utf8')}programs/withdrawn.json\n../package.json\n`);
		writeFileSync(join(directory.folder, 'package.json'), '{}');
		for (const name of ['withdrawn', 'mine']) writeFileSync(join(json, `programs/${name}.json`), '{}');
		expect(await run()).toBe(first.replace('\n', ', removed 1 from earlier exports\n'));
		expect(existsSync(join(json, 'programs/withdrawn.json'))).toBe(false);
		expect(existsSync(join(json, 'programs/mine.json'))).toBe(true);
		expect(existsSync(join(directory.folder, 'package.json'))).toBe(true);
		expect(await run()).toBe(first);
	});

	test('refuses a folder with files that no export wrote', async () => {
		const folder = join(directory.folder, 'used');
		mkdirSync(folder);
		writeFileSync(join(folder, 'index.html'), '');
		expect(await runCommand('export', ['--out', directory.out, '--json', folder])).toEqual({
			status: 1,
			stdout: '',
			stderr: `${folder} contains other files. Name an empty or a new folder.\n`,
		});
		expect(readdirSync(folder)).toEqual(['index.html']);
	});

	test('refuses in a sentence what it cannot do', async () => {
		const nothing = join(directory.folder, 'nothing');
		for (const [out, json, sentence] of [
			[nothing, join(directory.folder, 'unused'), `There is no release in ${nothing}.`],
			['package.json', join(directory.folder, 'unused'), 'There is no release in package.json.'],
			[directory.out, 'package.json', 'Could not create the folder package.json'],
		] as const) {
			const { status, stdout, stderr } = await runCommand('export', ['--out', out, '--json', json]);
			expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
			expect(stderr).toContain(sentence);
			expect(stderr.split('\n')).toHaveLength(2);
		}
	});
});
