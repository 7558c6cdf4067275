import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FullDiskReport } from '../support/full-disk.ts';
import { MAY_MOUNT, runWithDisks } from '../support/own-disks.ts';
import { ownFolder } from '../support/own-server.ts';

const SCRIPT = fileURLToPath(new URL('../support/full-disk.ts', import.meta.url));
const disk = ownFolder();

describe.skipIf(!MAY_MOUNT)('On a full disk', () => {
	let report: FullDiskReport;

	beforeAll(() => {
		const { stdout, stderr } = runWithDisks(
			`mount -t tmpfs -o size=8m tmpfs "${disk}" && "$NODE" "${SCRIPT}" "${disk}"`,
		);
		expect(stderr).toBe('');
		report = JSON.parse(stdout);
	});

	test('keys still work, and errors say what to do', () => {
		const message = /^The disk with .* is full(?:, so the file was not changed)?\. Free some space and try again\.\n?$/;
		const full = expect.stringMatching(message);
		expect(report).toMatchObject({ counting: full, isValid: true, refused: Array(5).fill([1, full]) });
	});

	test('nothing is damaged, so everything works as soon as the disk has space', () => {
		expect(report.isRevoked).toBe(true);
	});
});
