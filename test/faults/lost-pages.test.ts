import { spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { generateSnapshot } from '../generate/snapshot.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { copyProject } from '../support/project-copy.ts';

test('A build compiles lost pages again, and keeps the complete release', async () => {
	const folder = temporaryFolder();
	const [snapshot, out] = [join(folder, 'snapshot.sqlite'), join(folder, 'out')];
	generateSnapshot(snapshot, { programs: 10, reviews: 10, seed: 1 });
	const project = copyProject();
	const compiled = () => globSync('pages/*/entry.mjs', { cwd: out });
	const buildInCopy = async (): Promise<{ outcome: string; release: string; seconds: object }> => {
		const args = ['scripts/build.ts', '--snapshot', snapshot, '--out', out, '--json'];
		const building = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] });
		return JSON.parse(await text(building.stdout!));
	};
	const first = await buildInCopy();
	expect(first.outcome).toBe('built');
	const before = compiled();
	rmSync(join(out, 'pages'), { recursive: true });
	const second = await buildInCopy();
	expect(second).toMatchObject({ outcome: 'unchanged', release: first.release });
	expect(Object.keys(second.seconds)).toContain('Compile the pages');
	expect(Object.keys(second.seconds)).not.toContain('Write the API responses');
	expect(compiled()).toEqual(before);
	rmSync(project, { recursive: true });
});
