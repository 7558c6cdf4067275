import { describe, expect, test } from 'vitest';
import { hashOf, isWellFormed, makeSecret, shownPart } from '../../../src/state/keys/secret.ts';

describe('makeSecret', () => {
	test('makes the prefix, then 32 random base62 characters and a checksum of 6', () => {
		expect(makeSecret('svc_')).toMatch(/^svc_[0-9A-Za-z]{38}$/);
	});

	test('never makes the same key twice', () => {
		const keys = Array.from({ length: 1000 }, () => makeSecret('svc_'));
		expect(new Set(keys).size).toBe(1000);
	});
});

describe('isWellFormed', () => {
	const key = makeSecret('svc_');

	test('accepts a new key', () => {
		expect(isWellFormed(key, 'svc_')).toBe(true);
	});

	test('refuses a key with any one character changed', () => {
		for (let at = 0; at < key.length; at++) {
			const other = key[at] === 'x' ? 'y' : 'x';
			expect(isWellFormed(key.slice(0, at) + other + key.slice(at + 1), 'svc_')).toBe(false);
		}
	});

	test('refuses swapped neighbours, a part of a key, extra characters and another prefix', () => {
		const at = [...key].findIndex((character, i) => i > 3 && character !== key[i + 1]);
		const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
		for (const wrong of [swapped, key.slice(0, -1), `${key}0`, '', 'svc_'])
			expect(isWellFormed(wrong, 'svc_')).toBe(false);
		expect(isWellFormed(key, 'abc_')).toBe(false);
	});

	test('accepts the checksum of another implementation', () => {
		const body = `svc_${'0'.repeat(32)}`;
		const known = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
		const crc = crcOf(body);
		const digits = Array.from({ length: 6 }, (_, i) => known[Math.floor(crc / 62 ** (5 - i)) % 62]).join('');
		expect(isWellFormed(body + digits, 'svc_')).toBe(true);
	});
});

/** CRC-32 by the definition in the PNG specification, bit by bit. */
function crcOf(text: string): number {
	let crc = 0xffffffff;
	for (const byte of Buffer.from(text)) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return (crc ^ 0xffffffff) >>> 0;
}

describe('the stored parts of a key', () => {
	test('are its SHA-256 in hex and its first 12 characters', () => {
		expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
		expect(shownPart('svc_abcdefghijkl')).toBe('svc_abcdefgh');
	});
});
