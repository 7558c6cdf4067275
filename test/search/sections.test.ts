import { describe, expect, test } from 'vitest';
import { pack, packStrings, unpack, unpackStrings } from '../../src/search/sections.ts';

describe('pack and unpack', () => {
	const sections = {
		odd: Uint8Array.of(1, 2, 3),
		numbers: Float64Array.of(Math.PI, Number.NaN),
		empty: new Uint32Array(0),
		counts: Uint32Array.of(7, 2 ** 32 - 1),
	};

	test('give back what went in', () => {
		expect(unpack(Buffer.concat(pack(sections)))).toEqual(sections);
	});

	test('read a file that lies anywhere in memory', () => {
		const file = Buffer.concat(pack(sections));
		for (let shift = 0; shift < 9; shift++) {
			const moved = Buffer.concat([Buffer.alloc(shift), file]).subarray(shift);
			expect(unpack(moved)).toEqual(sections);
		}
	});
});

describe('packStrings and unpackStrings', () => {
	test.each([[[]], [['']], [['', 'Żółw', '旅行']]])('give back %j', (strings) => {
		expect(unpackStrings(packStrings(strings), strings.length)).toEqual(strings);
	});
});
