/** Downloads exported files with common HTTP clients, each as people use it to get compressed files. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { EXPORTED_KINDS } from '../../src/api/exported-file.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentFolder } from '../support/current-folder.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';

const URLLIB = `
import gzip, sys, urllib.request
headers = {'X-API-Key': sys.argv[2], 'Accept-Encoding': 'gzip'}
with urllib.request.urlopen(urllib.request.Request(sys.argv[1], headers=headers)) as response:
    assert response.headers['Content-Encoding'] == 'gzip'
    with open(sys.argv[3], 'wb') as file:
        file.write(gzip.decompress(response.read()))`;

const NODE = `
const [address, key, file] = process.argv.slice(1);
const response = await fetch(address, { headers: { 'X-API-Key': key } });
if (response.headers.get('content-encoding') !== 'gzip') throw new Error('The file is not compressed.');
await (await import('node:fs/promises')).writeFile(file, response.body);`;

type Command = (address: string, key: string, file: string) => readonly [program: string, ...args: string[]];

const CLIENTS: { readonly [name: string]: { readonly isThere: readonly string[]; readonly command: Command } } = {
	curl: {
		isThere: ['curl', '--version'],
		command: (address, key, file) => ['curl', '-sSf', '--compressed', '-H', `X-API-Key: ${key}`, '-o', file, address],
	},
	'urllib of Python': {
		isThere: ['/usr/bin/python3', '--version'],
		command: (...args) => ['/usr/bin/python3', '-c', URLLIB, ...args],
	},
	'fetch of Node.js': {
		isThere: [process.execPath, '--version'],
		command: (...args) => [process.execPath, '--input-type=module', '-e', NODE, ...args],
	},
};

const isMissing = ([program, ...args]: readonly string[]) => spawnSync(program!, args).status !== 0;

const directory = ownDirectory('api');
const server = await ownServer(directory);
const { counts } = await readManifest(currentFolder(directory.out));

describe.each(Object.entries(CLIENTS))('%s', (name, { isThere, command }) => {
	const missing = isMissing(isThere);

	test.skipIf(missing).each(EXPORTED_KINDS)(
		`gets every line of the exported %s${missing ? ` (skipped, because ${name} is not installed)` : ''}`,
		async (kind) => {
			const file = join(directory.folder, `${kind}.ndjson`);
			const [program, ...args] = command(
				`http://127.0.0.1:${server.port}/v1/export/${kind}.ndjson`,
				directory.key,
				file,
			);
			const { stdout, stderr } = await promisify(execFile)(program, args);
			expect([stdout, stderr]).toEqual(['', '']);
			const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
			expect(lines).toHaveLength(counts[kind]);
			for (const line of lines) JSON.parse(line);
		},
	);
});
