import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { withLock } from '../../src/snapshot/write.ts';
import { temporaryFolder } from './made.ts';

/** Starts another process that keeps the lock of a file. */
async function startLockOwner(file: string) {
	const script = `
		import { withLock } from '${new URL('../../src/snapshot/write.ts', import.meta.url)}';
		withLock(${JSON.stringify(file)}, () => {
			process.stdout.write('locked');
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
		});`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 2] });
	onTestFinished(() => void child.kill('SIGKILL'));
	await once(child.stdout!, 'data');
	return child;
}

describe('withLock', () => {
	test('returns the result of the work, and leaves no file', () => {
		const file = join(temporaryFolder(), 'snapshot.sqlite');
		expect(withLock(file, () => existsSync(`${file}.lock`))).toBe(true);
		expect(() =>
			withLock(file, () => {
				throw new RangeError('mine');
			}),
		).toThrow(RangeError);
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('refuses while another process has the lock, until that process is killed', async () => {
		const file = join(temporaryFolder(), 'snapshot.sqlite');
		const child = await startLockOwner(file);
		const refused = () => withLock(file, () => 'mine');
		expect(refused).toThrow(UserError);
		expect(refused).toThrow(`${file} is being written by another program. Try again when it has finished.`);

		child.kill('SIGKILL');
		await once(child, 'exit');
		expect(withLock(file, () => 'mine')).toBe('mine');
		expect(readdirSync(dirname(file))).toEqual([]);
	});
});
