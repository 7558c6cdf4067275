/** Machines that get their releases from the script in src/deploy, which the builds of another machine call. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packsFolder, releaseFolder } from '../../src/release/layout.ts';
import { currentRelease, listReleases, removeRelease } from '../../src/release/publish.ts';
import { contentRoot } from '../../src/release/release-diff.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { buildEdited, servedBy } from '../support/build-edited.ts';
import { ownDirectory } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { runCommand, succeed } from '../support/run-command.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { visitSteadily } from '../support/steady-visits.ts';

const SCRIPT = join(PROJECT, 'src/deploy/copy-release.sh');
const HAS_TOOLS = ['rsync', 'sqlite3', 'flock'].every((tool) => !spawnSync(tool, ['--version']).error);

describe.skipIf(!HAS_TOOLS)('A release is copied to three machines, of which one is down, and', () => {
	const directory = ownDirectory('site');
	let machines: readonly string[];
	/** A folder that cannot be made, because there is a file in its place. */
	let down: string;
	let server: ServerProcess;
	/** The snapshots that have been current, oldest first. */
	const snapshots: string[] = [];

	const copy = () => spawnSync(SCRIPT, [directory.out, machines[0]!, down, machines[1]!], { encoding: 'utf8' });
	const onPublish = () => ['--on-publish', [SCRIPT, directory.out, machines[0], down, machines[1]].join(' ')];
	const get = (path: string) => requestOnce(server.port, 'GET', path, [`X-API-Key: ${directory.key}`]);

	async function expectCopies(): Promise<void> {
		const current = currentRelease(directory.out)!;
		const expected = await contentRoot(releaseFolder(directory.out, current));
		for (const out of machines) {
			expect(currentRelease(out)).toBe(current);
			expect(await contentRoot(releaseFolder(out, current))).toEqual(expected);
			expect(listReleases(out).sort()).toEqual(listReleases(directory.out).sort());
			expect(readdirSync(packsFolder(out)).sort()).toEqual(readdirSync(packsFolder(directory.out)).sort());
		}
	}

	beforeAll(async () => {
		machines = ['one', 'two'].map((name) => join(directory.folder, name));
		writeFileSync(join(directory.folder, 'file'), '');
		down = join(directory.folder, 'file/out');
	});
	afterAll(() => server?.stop());

	test('the script says which one failed, and the others have the release', async () => {
		const { status, stderr } = copy();
		expect([status, stderr]).toEqual([1, expect.stringContaining(`The release was not copied to: ${down}\n`)]);
		await expectCopies();
		cpSync(directory.state, join(directory.folder, 'state-one'), { recursive: true });
		server = await startServer({ out: machines[0]!, state: join(directory.folder, 'state-one') });
		snapshots.push((await servedBy(server))!);
	});

	test('servers switch to each further one without a failed request, with its history', async () => {
		const visits = visitSteadily(() => server.port, directory.key);
		for (let i = 0; i < 3; i++) {
			const snapshot = await buildEdited(directory, onPublish());
			await expect.poll(() => servedBy(server)).toBe(snapshot);
			snapshots.push(snapshot);
			await expectCopies();
		}
		const { answered, failed } = await visits.end();
		expect(failed).toEqual([]);
		expect(answered).toBeGreaterThan(100);
		for (const snapshot of snapshots) expect((await get(`/v1/programs?snapshot=${snapshot}`)).status).toBe(200);
		const changes = JSON.parse((await get(`/v1/changes?since=${snapshots[0]}`)).body.toString());
		expect(changes.data).toHaveLength(3);
		expect(JSON.parse((await get('/readyz')).body.toString()).status).toBe('ready');
	});

	test('the build succeeds with a warning', async () => {
		const { snapshot, out } = directory;
		const { status, stderr } = await runCommand('build', ['--snapshot', snapshot, '--out', out, ...onPublish()]);
		expect(status).toBe(0);
		expect(stderr).toContain(`warning: the command of --on-publish (${SCRIPT}) ended with status 1.`);
	});

	test('a rollback and a publication arrive too', async () => {
		const latest = currentRelease(directory.out)!;
		await succeed('rollback', ['--out', directory.out, ...onPublish()]);
		await expect.poll(() => servedBy(server)).toBe(snapshots.at(-2));
		await expectCopies();
		await succeed('publish', [latest, '--out', directory.out, ...onPublish()]);
		await expect.poll(() => servedBy(server)).toBe(snapshots.at(-1));
		await expectCopies();
	});

	test('copies have no drafts, and lose the releases that are gone', async () => {
		const [oldest] = listReleases(directory.out).filter((id) => id !== currentRelease(directory.out));
		removeRelease(directory.out, oldest!);
		copy();
		await expectCopies();
		const folder = releaseFolder(machines[0]!, currentRelease(directory.out)!);
		expect(readdirSync(folder).sort()).toEqual(['api.sqlite', 'manifest.json', 'programs.index']);
	});

	test('the one that was down is up to date after the next run', async () => {
		rmSync(join(directory.folder, 'file'));
		machines = [...machines, join(directory.folder, 'file')];
		const { status, stderr } = spawnSync(SCRIPT, [directory.out, ...machines], { encoding: 'utf8' });
		expect([status, stderr]).toEqual([0, '']);
		await expectCopies();
		const history = (out: string) => readFileSync(join(out, 'history.sqlite'));
		expect(history(machines[2]!).equals(history(machines[0]!))).toBe(true);
	});
});
