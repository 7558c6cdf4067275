import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FullDiskReport } from '../support/full-disk.ts';
import { MAY_MOUNT, runWithDisks } from '../support/own-disks.ts';

const SCRIPT = fileURLToPath(new URL('../support/full-disk.ts', import.meta.url));
const disk = mkdtempSync(join(tmpdir(), 'full-disk-'));

afterAll(() => rmSync(disk, { recursive: true }));

describe.skipIf(!MAY_MOUNT)('On a full disk', () => {
	let report: FullDiskReport;

	beforeAll(() => {
		const { stdout, stderr } = runWithDisks(
			`mount -t tmpfs -o size=8m tmpfs "${disk}" && "$NODE" "${SCRIPT}" "${disk}"`,
		);
		expect(stderr).toBe('');
		report = JSON.parse(stdout);
	});

	test('an owner can revoke a key, and a stranger can report one as leaked', () => {
		expect(report.dashboard).toEqual(['REVOKED_API_KEY', 'key_revoked']);
		expect(report.leaked).toEqual(['REVOKED_API_KEY', 'key_leaked']);
	});

	test('the operator can revoke a key with the command, with or without a running server', () => {
		const revoked = [0, expect.stringMatching(/^Revoked test /), 'REVOKED_API_KEY'];
		expect(report.command).toEqual([revoked, revoked]);
	});

	test('dozens of keys can be revoked one after another', () => {
		expect(report.further).toBe(50);
	});

	test('nothing else uses the reserved space, and errors say what to do', () => {
		const message = /^The disk with .* is full(?:, so the file was not changed)?\. Free some space and try again\.\n?$/;
		const full = expect.stringMatching(message);
		expect(report.counting).toEqual([full, full]);
		expect(report.refused).toEqual(Array(5).fill([1, full]));
	});

	test('the space is reserved again as soon as the disk has space', () => {
		expect(report.reserve).toEqual([2 ** 20, 2 ** 20]);
	});
});
