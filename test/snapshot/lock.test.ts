import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { withLock } from '../../src/snapshot/lock.ts';
import { temporaryFolder } from './made.ts';

/** Another process that has the lock of a file, and does not let go. */
async function holder(file: string) {
	const script = `
		import { withLock } from '${new URL('../../src/snapshot/lock.ts', import.meta.url)}';
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
	test('returns what the work returns, and leaves nothing behind', () => {
		const file = join(temporaryFolder(), 'snapshot.sqlite');
		expect(withLock(file, () => existsSync(`${file}.lock`))).toBe(true);
		expect(() =>
			withLock(file, () => {
				throw new RangeError('mine');
			}),
		).toThrow(RangeError);
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('refuses while another process has the lock, until that is killed', async () => {
		const file = join(temporaryFolder(), 'snapshot.sqlite');
		const child = await holder(file);
		const refused = () => withLock(file, () => 'mine');
		expect(refused).toThrow(UserError);
		expect(refused).toThrow(`${file} is being written by another program. Try again when it has finished.`);

		child.kill('SIGKILL');
		await once(child, 'exit');
		expect(withLock(file, () => 'mine')).toBe('mine');
		expect(readdirSync(dirname(file))).toEqual([]);
	});

	test('says in a sentence where it cannot be', () => {
		const file = join(temporaryFolder(), 'file');
		writeFileSync(file, '');
		expect(() => withLock(join(file, 'snapshot.sqlite'), () => {})).toThrow(
			/^Could not write .*: part of the path is not a folder/,
		);
	});
});
