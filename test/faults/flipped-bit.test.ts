/** Single wrong bits in the files of a release that hold the API's responses and the program search. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FILES, releaseFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { openRelease } from '../../src/release/release.ts';
import { requestOnce } from '../support/raw-http.ts';
import { startServer } from '../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../support/small-directory.ts';

let directory: SmallDirectory;
/** The folder of the current release. */
let release: string;

beforeEach(() => {
	directory = copyDirectory('api');
	release = releaseFolder(directory.out, currentRelease(directory.out)!);
});
afterEach(() => directory.remove());

describe('A wrong bit', () => {
	test('in an answer of the API is noticed: no client gets the wrong answer', async () => {
		// Its bytes can also be in an unused part of the file, so the bit is changed with SQL.
		const db = new Database(join(release, FILES.api));
		const { path, data } = db
			.prepare<[], { path: string; data: Buffer }>("SELECT path, data FROM records WHERE path LIKE '/programs/%'")
			.get()!;
		data[12]! ^= 1;
		db.prepare('UPDATE records SET data = ? WHERE path = ?').run(data, path);
		db.close();
		const server = await startServer(directory);
		const { status } = await requestOnce(server.port, 'GET', `/v1${path}`, [`X-API-Key: ${directory.key}`]);
		await server.stop();
		expect(status).toBe(500);
	});

	test('anywhere in the index of the program search is noticed when the release is opened', async () => {
		const file = join(release, FILES.index);
		const right = readFileSync(file);
		const unnoticed: number[] = [];
		for (let part = 0; part < 50; part++) {
			const place = Math.floor((right.length * part) / 50);
			const wrong = Buffer.from(right);
			wrong[place]! ^= 1;
			writeFileSync(file, wrong);
			await openRelease(release).then(
				(opened) => {
					opened.close();
					unnoticed.push(place);
				},
				() => {},
			);
		}
		expect(unnoticed).toEqual([]);
	});
});
