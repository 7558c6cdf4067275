import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '../../src/shared/user-error.ts';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { lockSnapshot } from '../../src/snapshot/write.ts';
import { generateSnapshot } from './snapshot.ts';

const SIZE = { programs: 300, reviews: 1500, seed: 1 };

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'generate-'));
	file = join(folder, 'snapshot.sqlite');
});
afterEach(() => {
	vi.useRealTimers();
	rmSync(folder, { recursive: true });
});

function bytes(size: Parameters<typeof generateSnapshot>[1]): Buffer {
	generateSnapshot(file, size);
	return readFileSync(file);
}

describe('generateSnapshot', () => {
	test('writes the same bytes for the same size and seed on any day', () => {
		const first = bytes(SIZE);
		vi.useFakeTimers({ now: new Date('2040-02-29T12:00:00Z') });
		expect(bytes(SIZE).equals(first)).toBe(true);
	});

	test('writes other bytes for another seed', () => {
		expect(bytes({ ...SIZE, seed: 2 }).equals(bytes(SIZE))).toBe(false);
	});

	test('writes a snapshot without errors, and returns its counts', () => {
		const counts = generateSnapshot(file, SIZE);
		expect(counts).toMatchObject({ programs: 300, reviews: 1500 });
		expect(checkSnapshot(file)).toEqual({ errors: [], warnings: [], counts });
	});

	test('replaces a generated snapshot as a whole', () => {
		generateSnapshot(file, SIZE);
		const counts = generateSnapshot(file, { programs: 10, reviews: 5, seed: 3 });
		expect(checkSnapshot(file).counts).toEqual(counts);
		expect(readdirSync(folder)).toEqual(['snapshot.sqlite']);
	});

	test('ignores the leftovers of a killed process', () => {
		const whole = bytes(SIZE);
		const leftover = `${file}.tmp`;
		generateSnapshot(leftover, { ...SIZE, seed: 2 });
		expect(bytes(SIZE).equals(whole)).toBe(true);
		writeFileSync(leftover, 'half');
		expect(bytes(SIZE).equals(whole)).toBe(true);
		expect(readdirSync(folder)).toEqual(['snapshot.sqlite']);
	});

	test('refuses to replace a snapshot that was not generated, and says what to do', () => {
		lockSnapshot(file, (write) =>
			write({ command: 'test', source: 'programs.csv', at: '2026-01-01T00:00:00Z' }, () => {}),
		);
		const before = readFileSync(file);
		expect(() => generateSnapshot(file, SIZE)).toThrow(UserError);
		expect(() => generateSnapshot(file, SIZE)).toThrow(
			`${file} is not a generated snapshot (its source is "programs.csv"), so it was not replaced. Choose another file with --snapshot, or remove this one first.`,
		);
		expect(readFileSync(file).equals(before)).toBe(true);
	});
});
