/** Pushes and pulls that are killed leave nothing half-published, and can be run again. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../src/commands/generate/random.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { listReleases } from '../../src/release/publish.ts';
import { openStore } from '../../src/release/transfer/open-store.ts';
import { listPublications } from '../../src/release/transfer/publication.ts';
import { pullRelease } from '../../src/release/transfer/pull.ts';
import { verifyRelease } from '../../src/release/verify.ts';
import { type Builder, contentOf, makeBuilder } from '../support/followed-store.ts';
import { exitOf, startCommand, succeed } from '../support/run-command.ts';

const SEED = Number(process.env.KILL_SEED ?? Date.now());
const KILLS = Number(process.env.KILLS ?? 6);

let builder: Builder;
beforeAll(async () => {
	builder = await makeBuilder();
});
afterAll(() => builder?.remove());

test(`Killed pushes and pulls (KILL_SEED=${SEED})`, async () => {
	const { out, folder } = builder;
	const random = new Random(SEED, 'kills');
	const address = join(folder, 'store');
	const store = await openStore(address);
	const other = builder.machine('other');
	const commands = { push: ['push', address, '--out', out], pull: ['pull', address, '--out', other] };
	const durations = { push: 1500, pull: 1500 };
	const killed = { push: 0, pull: 0 };

	const complete = async (name: keyof typeof commands) => {
		const start = performance.now();
		await succeed('releases', commands[name]);
		durations[name] = performance.now() - start;
	};

	/** Kills a command at a random moment, more often near its end. Counts it if it was killed. */
	const kill = async (name: keyof typeof commands) => {
		const child = startCommand('releases', commands[name]);
		await sleep((1 - random.fraction() ** 2) * durations[name]);
		child.kill('SIGKILL');
		if ((await exitOf(child)) === null) killed[name]++;
	};

	await complete('push');
	await complete('pull');
	while (killed.push < KILLS || killed.pull < KILLS) {
		await builder.build();
		await kill('push');
		// Another machine can pull everything that the store has.
		const fresh = builder.machine(`fresh-${killed.push}-${killed.pull}-${random.between(0, 1e9)}`);
		const { release } = (await listPublications(store)).at(-1)!;
		expect(await pullRelease(fresh, store)).toMatchObject({ release });
		await complete('push');

		await kill('pull');
		for (const id of listReleases(other)) await verifyRelease(releaseFolder(other, id));
		await complete('pull');
		expect(await contentOf(other)).toEqual(await contentOf(out));
		const left = readdirSync(other, { recursive: true }).filter((name) => /\.building|downloads/.test(String(name)));
		expect(left).toEqual([]);
	}
	console.log(`Killed: push ${killed.push}, pull ${killed.pull}.`);
});
