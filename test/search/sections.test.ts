import { describe, expect, test } from 'vitest';
import { pack, packStrings, unpack, unpackStrings } from '../../src/search/sections.ts';

describe('pack and unpack', () => {
	const sections = {
		odd: Uint8Array.of(1, 2, 3),
		numbers: Float64Array.of(Math.PI, Number.NaN),
		empty: new Uint32Array(0),
		counts: Uint32Array.of(7, 2 ** 32 - 1),
	};
	const packed = Buffer.concat(pack(sections));
	// Small buffers share memory, so this one gets its own, which is aligned.
	const file = Buffer.alloc(packed.length, packed);

	test('return the original arrays', () => {
		expect(unpack(file)).toEqual(sections);
	});

	test('refuse a file that is cut short anywhere', () => {
		for (let length = 0; length < file.length; length++) expect(() => unpack(file.subarray(0, length))).toThrow();
	});
});

describe('packStrings and unpackStrings', () => {
	test.each([[[]], [['']], [['', 'Żółw', '旅行']]])('return the original strings %j', (strings) => {
		expect(unpackStrings(packStrings(strings), strings.length)).toEqual(strings);
	});
});
