import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/shared/is-running.ts';

test('isRunning tells running processes from ended ones', async () => {
	expect(isRunning(process.pid)).toBe(true);
	const child = spawn('true');
	await once(child, 'exit');
	expect(isRunning(child.pid!)).toBe(false);
});

test.runIf(process.platform === 'linux')('A process has ended even if its parent does not ask', async () => {
	// The shell becomes a program that never asks for the status of its child.
	const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60']);
	onTestFinished(() => void parent.kill());
	const pid = Number(await once(parent.stdout, 'data'));
	await expect.poll(() => isRunning(pid)).toBe(false);
	expect(process.kill(pid, 0)).toBe(true);
});
