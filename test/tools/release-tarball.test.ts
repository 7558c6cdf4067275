/** A release is a tarball that npm pack makes. See .github/workflows/release.yml. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { applicationVersion } from '../../src/release/application-version.ts';
import { PROJECT } from '../../src/shared/project.ts';
import { freePort } from '../bench/servers.ts';
import { copyProject } from '../support/project-copy.ts';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`));
const commandsOf = (steps: readonly { readonly run?: string }[]) => steps.flatMap(({ run }) => run ?? []);

describe('The tarball of a release', () => {
	let root: string;
	let checkout: string;
	beforeAll(() => {
		checkout = copyProject();
		root = mkdtempSync(join(tmpdir(), 'tarball-'));
	});
	afterAll(() => {
		for (const folder of [root, checkout]) rmSync(folder, { recursive: true, force: true });
	});

	test('has what a server needs, installs what the checkout installs, and runs', async () => {
		const pack = commandsOf(workflow('release').jobs.release.steps).find((line) => line.startsWith('npm pack'))!;
		const before = readdirSync(checkout);
		execFileSync('sh', ['-c', `${pack} --pack-destination "${root}"`], { cwd: checkout });
		expect(readdirSync(checkout)).toEqual(before);
		execFileSync('tar', ['xzf', join(root, readdirSync(root)[0]!), '-C', root]);
		const folder = join(root, 'package');
		expect(readdirSync(folder)).not.toContain('test');
		// The release has no .npmrc, so the documentation says --ignore-scripts.
		execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline'], { cwd: folder, stdio: 'ignore' });
		const print =
			"import('./src/release/application-version.ts').then(async (module) => console.log(module.applicationVersion()))";
		const version = execFileSync(process.execPath, ['--eval', print], { cwd: folder, encoding: 'utf8' });
		expect(version.trim()).toBe(applicationVersion());

		const address = `http://127.0.0.1:${await freePort()}/`;
		const started = spawn(
			process.execPath,
			['scripts/launch.mjs', 'scripts/start.ts', '--port', new URL(address).port],
			{
				cwd: folder,
				stdio: 'ignore',
			},
		);
		const ended = once(started, 'exit');
		try {
			await expect
				.poll(() =>
					fetch(address).then(
						({ status }) => status,
						() => 0,
					),
				)
				.toBe(200);
		} finally {
			started.kill('SIGTERM');
			await ended;
		}
	});
});

describe('The workflows', () => {
	const { scripts } = JSON.parse(read('package.json'));

	test('run the commands that the README names, and only scripts that exist', () => {
		const commands = commandsOf(workflow('ci').jobs.test.steps);
		expect(commands).toEqual(['npm ci', 'npm test', 'npm run test:long']);
		for (const command of [...commands, ...commandsOf(workflow('release').jobs.release.steps)]) {
			for (const [, script] of command.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script!]);
		}
	});

	test('and the forms for issues name a field for each question', () => {
		const forms = readdirSync(join(PROJECT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
		expect(forms).toHaveLength(2);
		for (const form of forms) {
			const { name, description, body } = parse(read(`.github/ISSUE_TEMPLATE/${form}`));
			expect([name, description].every((text) => typeof text === 'string')).toBe(true);
			for (const { type, id, attributes } of body) {
				if (type === 'markdown') expect(attributes.value).not.toBe('');
				else expect([form, id, typeof attributes.label]).toEqual([form, expect.any(String), 'string']);
			}
		}
	});
});
