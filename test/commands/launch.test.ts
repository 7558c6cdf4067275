import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';

const folder = mkdtempSync(join(tmpdir(), 'launch-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script in the same way as `npm run`. */
function launch(code: string) {
	const script = join(folder, 'script.mjs');
	writeFileSync(script, code);
	const { ASTRO_TELEMETRY_DISABLED: _, ...env } = process.env;
	return spawnSync(process.execPath, [join(PROJECT, 'scripts/launch.mjs'), script], { encoding: 'utf8', env });
}

describe('The launcher', () => {
	test('names the signal that killed a command, and the likely cause', () => {
		const { status, stderr } = launch("process.kill(process.pid, 'SIGKILL')");
		expect(status).toBe(128 + 9);
		expect(stderr).toMatch(
			/^\S+script\.mjs was killed \(SIGKILL\), most likely because the machine ran out of memory \(.*\n$/,
		);
	});

	test('prints nothing if a command is asked to stop', () => {
		const { status, stderr } = launch("process.kill(process.pid, 'SIGTERM')");
		expect({ status, stderr }).toEqual({ status: 128 + 15, stderr: '' });
	});

	test('says that a file of settings cannot be read, and runs nothing without it', () => {
		mkdirSync(join(folder, 'site/.env'), { recursive: true });
		const env = { ...process.env, SITE_CONFIG: join(folder, 'site') };
		const args = [join(PROJECT, 'scripts/launch.mjs'), 'scripts/doctor.ts'];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, cwd: PROJECT });
		expect({ status, stdout, stderr }).toEqual({
			status: 1,
			stdout: '',
			stderr: `launch: ${join(folder, 'site/.env')} cannot be read (EISDIR). Let this user read it, or remove it.\n`,
		});
	});

	test('turns off the telemetry of Astro', () => {
		expect(launch('console.log(process.env.ASTRO_TELEMETRY_DISABLED)').stdout).toBe('1\n');
	});

	test('keeps the Node that started it if that is version 26 or later', () => {
		expect(Number.parseInt(process.versions.node, 10)).toBeGreaterThanOrEqual(26);
		const helpers = ['config/env-file', 'shared/memory'].map((name) => `src/${name}.mjs`);
		for (const file of ['scripts/launch.mjs', ...helpers]) cpSync(join(PROJECT, file), join(folder, file));
		writeFileSync(join(folder, 'scripts/node.ts'), 'const path: string = process.execPath;\nconsole.log(path);\n');
		const args = [join(folder, 'scripts/launch.mjs'), join(folder, 'scripts/node.ts')];
		expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe(`${process.execPath}\n`);
	});
});
