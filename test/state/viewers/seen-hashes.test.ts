import { expect, test } from 'vitest';
import { SeenHashes } from '../../../src/state/viewers/seen-hashes.ts';
import { Random } from '../../generate/random.ts';

const random = new Random(1, 'hashes');
const half = () => Math.floor(random.fraction() * 2 ** 26);
const hash = () => half() * 2 ** 26 + half();

test('All hashes that were added are known, and few others', () => {
	const seen = new SeenHashes();
	const added = [0, 1, 2 ** 26, 2 ** 52 - 1, ...Array.from({ length: 2_000_000 }, hash)];
	for (const one of added) seen.add(one);
	expect(added.every((one) => seen.has(one))).toBe(true);
	const mistaken = Array.from({ length: 100_000 }, hash).filter((one) => seen.has(one));
	expect(mistaken.length).toBeLessThan(100_000 / 400);
	expect(mistaken.length).toBeGreaterThan(0);
});

test('No hash is known before one is added', () => {
	const seen = new SeenHashes();
	expect(Array.from({ length: 1000 }, hash).some((one) => seen.has(one))).toBe(false);
});
