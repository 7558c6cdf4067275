/** A checkout that belongs to another user and cannot be written to, like that of a package or a container. */
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { ownFolder } from '../support/own-server.ts';
import { copyProject } from '../support/project-copy.ts';
import { exitOf } from '../support/run-command.ts';

/** The user `nobody` of most systems. Only root can start processes as another user. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const project = copyProject();
const data = ownFolder();
for (const path of ['', ...globSync('**', { cwd: project, exclude: (name) => name === 'node_modules' })]) {
	if (path === 'node_modules') continue;
	const full = join(project, path);
	chmodSync(full, statSync(full).isDirectory() ? 0o555 : 0o444);
}
if (isRoot) chownSync(data, NOBODY, NOBODY);
afterAll(() => {
	for (const path of globSync('**/', { cwd: project, exclude: (name) => name === 'node_modules' })) {
		if (!path.startsWith('node_modules')) chmodSync(join(project, path), 0o755);
	}
	chmodSync(project, 0o755);
	for (const folder of [project, data]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the checkout as the user of a service. */
async function run(name: string, args: readonly string[]) {
	const child = spawn(process.execPath, ['scripts/launch.mjs', `scripts/${name}.ts`, ...args], {
		cwd: project,
		env: { PATH: process.env.PATH, HOME: data },
		stdio: ['ignore', 'pipe', 'pipe'],
		...(isRoot && { uid: NOBODY, gid: NOBODY }),
	});
	const [stdout, stderr, status] = await Promise.all([text(child.stdout!), text(child.stderr!), exitOf(child)]);
	return { status, stdout, stderr };
}

test('The user of a service builds from it, twice, and nothing is written to it', async () => {
	const files = () => globSync('**', { cwd: project, exclude: (name) => name === 'node_modules' }).sort();
	const before = files();
	expect(before.length).toBeGreaterThan(1000);
	const [snapshot, out] = [join(data, 'snapshot.sqlite'), join(data, 'out')];
	expect(await run('import', ['data/sample', '--snapshot', snapshot])).toMatchObject({ status: 0, stderr: '' });
	const build = async () => {
		const { status, stdout, stderr } = await run('build', ['--snapshot', snapshot, '--out', out, '--json']);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		return JSON.parse(stdout);
	};
	const first = await build();
	expect(first.outcome).toBe('built');
	expect(Object.keys(first.seconds)).toContain('Compile the pages');
	expect(Object.keys((await build()).seconds)).not.toContain('Compile the pages');
	expect(globSync('pages/*/entry.mjs', { cwd: out })).toHaveLength(1);
	expect(files()).toEqual(before);
});
