import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordOutcome } from '../../src/commands/build-outcome.ts';
import { buildProblem, readLastBuild, writeLastBuild } from '../../src/release/last-build.ts';
import { publish } from '../../src/release/publish.ts';
import { UserError } from '../../src/shared/user-error.ts';

let out: string;
let told: string;

beforeEach(() => {
	out = mkdtempSync(join(tmpdir(), 'outcome-'));
	told = join(out, 'told.json');
	// Writes what it is given to a file.
	writeFileSync(
		join(out, 'tell.mjs'),
		`import { readFileSync, writeFileSync } from 'node:fs';
		const { BUILD_OUTCOME, BUILD_REASONS, BUILD_RELEASE } = process.env;
		const stdin = JSON.parse(readFileSync(0, 'utf8'));
		const [, , , ...args] = process.argv;
		writeFileSync(process.argv[2], JSON.stringify({ stdin, args, BUILD_OUTCOME, BUILD_REASONS, BUILD_RELEASE }));`,
	);
});
afterEach(() => rmSync(out, { recursive: true }));

const tell = (...more: string[]) => [process.execPath, join(out, 'tell.mjs'), told, ...more].join(' ');
const fail = () => Promise.reject(new UserError('The snapshot has 2 errors.'));
const hold = async () => ({ outcome: 'held', release: 'r2', reasons: ['a', 'b'] }) as const;
const succeed = async () => ({ outcome: 'published', release: 'r3' }) as const;

describe('A build', () => {
	test('that fails is recorded, calls the command without a shell, and still fails', async () => {
		const build = recordOutcome({ out, onFailure: tell('$HOME', '"two', 'words"', ';') }, fail);
		await expect(build).rejects.toThrow('The snapshot has 2 errors.');
		const recorded = { outcome: 'failed', reasons: ['The snapshot has 2 errors.'], failures: 1, pid: process.pid };
		expect(readLastBuild(out)).toMatchObject(recorded);
		expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({
			stdin: { ...readLastBuild(out), out },
			args: ['$HOME', '"two', 'words"', ';'],
			BUILD_OUTCOME: 'failed',
			BUILD_REASONS: 'The snapshot has 2 errors.',
			BUILD_RELEASE: '',
		});
		expect(await buildProblem(out)).toMatchObject({ problem: 'failed' });
	});

	test('that is held calls the command with the release and the reasons', async () => {
		await recordOutcome({ out, onFailure: tell() }, hold);
		expect(JSON.parse(readFileSync(told, 'utf8'))).toMatchObject({
			stdin: { outcome: 'held', release: 'r2' },
			BUILD_RELEASE: 'r2',
			BUILD_REASONS: 'a\nb',
		});
		expect(await buildProblem(out)).toMatchObject({ problem: 'held' });
	});

	test('that publishes ends the series of failures, and calls nothing', async () => {
		await expect(recordOutcome({ out }, fail)).rejects.toThrow();
		await recordOutcome({ out }, hold);
		expect(readLastBuild(out)?.failures).toBe(2);
		await recordOutcome({ out, onFailure: tell() }, succeed);
		expect(readLastBuild(out)).toMatchObject({ outcome: 'published', failures: 0, release: 'r3' });
		expect(() => readFileSync(told)).toThrow('ENOENT');
		expect(await buildProblem(out)).toBe(undefined);
	});

	test('calls the command of --on-publish only if it publishes, and once that is recorded', async () => {
		await expect(recordOutcome({ out, onPublish: tell() }, fail)).rejects.toThrow();
		await recordOutcome({ out, onPublish: tell() }, hold);
		expect(() => readFileSync(told)).toThrow('ENOENT');
		await recordOutcome({ out, onPublish: `cp ${join(out, 'last-build.json')} ${told}` }, succeed);
		expect(JSON.parse(readFileSync(told, 'utf8'))).toMatchObject({ outcome: 'published', release: 'r3' });
	});

	test.each(['/does/not/exist', 'false'])('reports its own outcome if the command %s fails', async (onFailure) => {
		await expect(recordOutcome({ out, onFailure }, fail)).rejects.toThrow('The snapshot has 2 errors.');
		await recordOutcome({ out, onFailure }, hold);
	});
});

describe('The problem of the last build', () => {
	const build = { at: '2026-05-01T12:00:00Z', reasons: [], failures: 1 } as const;
	/** The ID of no process. */
	const NOBODY = 2 ** 22 + 1;

	test('is over when another release has been published', async () => {
		writeLastBuild(out, { ...build, outcome: 'failed', pid: NOBODY });
		expect(await buildProblem(out)).toMatchObject({ problem: 'failed' });
		publish(out, 'r1', 'build');
		expect(await buildProblem(out)).toBe(undefined);
	});

	test('of a build that runs is none, and a build that was killed is one', async () => {
		writeLastBuild(out, { ...build, outcome: 'running', pid: process.pid });
		expect(await buildProblem(out)).toBe(undefined);
		writeLastBuild(out, { ...build, outcome: 'running', pid: NOBODY });
		expect(await buildProblem(out)).toMatchObject({ problem: 'killed' });
	});

	test('is none without a build, or with a file that is damaged', async () => {
		expect(await buildProblem(out)).toBe(undefined);
		writeFileSync(join(out, 'last-build.json'), '{"outcome":"failed"');
		expect(await buildProblem(out)).toBe(undefined);
	});
});
