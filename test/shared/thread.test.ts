import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';
import { NoThread, Thread } from '../../src/shared/thread.ts';

/** The real thread for passwords does any task that names a password and a salt. */
const FILE = join(PROJECT, 'src/accounts/scrypt-thread.ts');
const TASK = { password: 'a rather long one', salt: 'salt' };

function open(file = FILE): Thread<object, string> {
	const thread = new Thread<object, string>(file);
	onTestFinished(() => thread.close());
	return thread;
}

test('A thread does its tasks, and a task that fails does not disturb the others', async () => {
	const thread = open();
	const done = [thread.run(TASK), thread.run({ password: 1 }), thread.run({ ...TASK, salt: 'other' })];
	const [one, wrong, two] = await Promise.allSettled(done);
	expect(wrong).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
	expect(one).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/^[0-9a-f]{128}$/) });
	expect(two).not.toEqual(one);
});

test('A thread starts again after it was closed', async () => {
	const thread = open();
	const before = thread.run(TASK);
	thread.close();
	const after = thread.run(TASK);
	await expect(before).rejects.toBeInstanceOf(NoThread);
	expect(await after).toMatch(/^[0-9a-f]{128}$/);
});

test('Tasks fail if the thread cannot start', async () => {
	await expect(open(join(PROJECT, 'none.ts')).run(TASK)).rejects.toBeInstanceOf(NoThread);
});
