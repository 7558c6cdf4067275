import { cpSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILES } from '../../src/release/layout.ts';
import { currentRelease, publish } from '../../src/release/publish.ts';
import { openRelease } from '../../src/release/release.ts';
import { buildHere } from '../support/build-here.ts';
import { changeDatabase } from '../support/change-database.ts';
import { changeManifest } from '../support/change-manifest.ts';
import { jsonItems } from '../support/json-items.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { RawConnection, requestOnce } from '../support/raw-http.ts';

const directory = ownDirectory('api');
const key = `X-API-Key: ${directory.key}`;
const server = await ownServer(directory);

/** Renames every program and builds a release. Returns its ID. */
async function buildAnother(name: string): Promise<string> {
	const { snapshot, out } = directory;
	changeDatabase(snapshot, `UPDATE programs SET name = '${name} ' || slug`);
	return (await buildHere({ snapshot, out, only: 'api' })).release;
}

function folderOf(id: string): string {
	return join(directory.out, 'releases', id);
}

async function served(): Promise<string> {
	return JSON.parse(String((await requestOnce(server.port, 'GET', '/healthz')).body)).release;
}

describe('A new release', () => {
	test('is served without a failed or mixed response', async () => {
		const release = await openRelease(folderOf(currentRelease(directory.out)!));
		const slug = jsonItems<{ slug: string }>(release.search({ offset: 0, limit: 1 }).items)[0]!.slug;
		release.close();
		const targets = [`/v1/programs/${slug}`, '/v1/programs?per_page=100', '/v1/categories'];
		const answers: { client: number; target: string; status: number; snapshot: string; tag: string; body: string }[] =
			[];
		let done = false;
		const clients = Array.from({ length: 6 }, async (_, client) => {
			const connection = await RawConnection.open(server.port);
			for (let turn = client; !done; turn++) {
				const target = targets[turn % targets.length]!;
				const response = await connection.request('GET', target, [key]);
				answers.push({
					client,
					target,
					status: response!.status,
					body: String(response!.body),
					snapshot: response!.headers.get('x-snapshot')!,
					tag: response!.headers.get('etag')!,
				});
			}
			connection.close();
		});
		const before = await served();
		const after = await buildAnother('Renamed');
		await expect.poll(served).toBe(after);
		const oldSnapshot = answers[0]!.snapshot;
		const whoSeesIt = () => new Set(answers.filter((one) => one.snapshot !== oldSnapshot).map(({ client }) => client));
		await expect.poll(() => whoSeesIt().size).toBe(clients.length);
		done = true;
		await Promise.all(clients);

		expect(after).not.toBe(before);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const snapshots = [...new Set(answers.map(({ snapshot }) => snapshot))];
		expect(snapshots).toHaveLength(2);
		for (let client = 0; client < clients.length; client++) {
			const own = answers.filter((answer) => answer.client === client).map(({ snapshot }) => snapshot);
			expect(own.filter((snapshot, i) => i > 0 && snapshot !== own[i - 1])).toEqual([snapshots[1]]);
		}
		for (const { target, snapshot, body } of answers) {
			if (target === '/v1/categories') continue;
			const data = [JSON.parse(body).data].flat();
			expect(new Set(data.map(({ name }) => name.startsWith('Renamed ')))).toEqual(
				new Set([snapshot === snapshots[1]]),
			);
		}
		// The categories did not change, so their tag is the same.
		expect(new Set(answers.filter(({ target }) => target === '/v1/categories').map(({ tag }) => tag)).size).toBe(1);
	});
});

describe('A broken release', () => {
	const breaks: { readonly [how: string]: (folder: string) => void } = {
		'is an empty folder': (folder) => {
			rmSync(folder, { recursive: true });
			mkdirSync(folder);
		},
		'has a manifest without its packs': (folder) => changeManifest(folder, () => ({ packs: null })),
		'has a pack that is missing': (folder) => changeManifest(folder, () => ({ packs: ['0123456789ab'] })),
		'has a database of the API that is cut short': (folder) => cutShort(join(folder, FILES.api)),
		'has a database of the API that is no database': (folder) =>
			writeFileSync(join(folder, FILES.api), 'x'.repeat(10_000)),
		'has an index that is cut short': (folder) => cutShort(join(folder, FILES.index)),
	};

	test.each(Object.keys(breaks))('is not served, and the previous one still is, if it %s', async (how) => {
		const good = await served();
		const id = `broken-${Object.keys(breaks).indexOf(how)}`;
		cpSync(folderOf(good), folderOf(id), { recursive: true });
		breaks[how]!(folderOf(id));
		publish(directory.out, id, 'build');
		await expect
			.poll(() => server.log().find(({ level, release }) => level === 'error' && release === id))
			.toBeDefined();
		expect(await served()).toBe(good);
		for (const target of ['/v1/programs?per_page=100', '/v1/categories']) {
			expect((await requestOnce(server.port, 'GET', target, [key])).status).toBe(200);
		}
	});

	test('is replaced by a good one', async () => {
		const id = await buildAnother('Mended');
		await expect.poll(served).toBe(id);
	});

	test('is served once it is complete, with the same ID', async () => {
		const arriving = join(directory.out, 'arriving');
		cpSync(folderOf(await served()), arriving, { recursive: true });
		changeManifest(arriving, () => ({ id: 'late' }));
		publish(directory.out, 'late', 'build');
		await expect.poll(() => server.log().filter(({ release }) => release === 'late')).toHaveLength(1);
		renameSync(arriving, folderOf('late'));
		await expect.poll(served).toBe('late');
	});
});

function cutShort(file: string): void {
	truncateSync(file, Math.floor(statSync(file).size / 2));
}
