import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEY, KINDS, parseRecord } from '../../src/catalog/records.ts';
import { generateDirectory } from './directory.ts';

function collected(size: Parameters<typeof generateDirectory>[0]) {
	const { organizations, categories, programs, reviews } = generateDirectory(size);
	return {
		organizations: [...organizations],
		categories: [...categories],
		programs: [...programs],
		reviews: [...reviews],
	};
}

const sizes = fc.record({
	programs: fc.integer({ min: 1, max: 60 }),
	reviews: fc.nat(200),
	seed: fc.maxSafeNat(),
});

describe('generateDirectory', () => {
	test('makes exactly the requested number of programs and reviews', () => {
		fc.assert(
			fc.property(sizes, (size) => {
				const { programs, reviews } = collected(size);
				expect([programs.length, reviews.length]).toEqual([size.programs, size.reviews]);
			}),
		);
	});

	test('makes records that keep every rule of the catalogue', () => {
		fc.assert(
			fc.property(sizes, (size) => {
				const directory = collected(size);
				for (const kind of KINDS) {
					for (const record of directory[kind]) expect(parseRecord(kind, record, '')).toEqual({ record });
				}
			}),
			{ numRuns: 30 },
		);
	});

	test('gives every record a unique key, and every brand and program a unique name', () => {
		const directory = collected({ programs: 20_000, reviews: 20_000, seed: 1 });
		for (const kind of KINDS) {
			const keys = directory[kind].map((record) => (record as never)[KEY[kind]]);
			expect(new Set(keys).size).toBe(keys.length);
		}
		for (const records of [directory.organizations, directory.categories, directory.programs]) {
			expect(new Set(records.map(({ name }) => name)).size).toBe(records.length);
		}
	});

	test('makes the same records for the same seed and in each iteration', () => {
		const size = { programs: 50, reviews: 200, seed: 7 };
		const directory = generateDirectory(size);
		const { programs, reviews } = collected(size);
		for (let time = 0; time < 2; time++) {
			expect([...directory.programs]).toEqual(programs);
			expect([...directory.reviews]).toEqual(reviews);
		}
	});

	test('makes other records for another seed', () => {
		const size = { programs: 50, reviews: 200, seed: 7 };
		expect(collected({ ...size, seed: 8 }).programs).not.toEqual(collected(size).programs);
	});

	test('makes more categories for more programs, up to 60', () => {
		const categories = (programs: number) =>
			[...generateDirectory({ programs, reviews: 0, seed: 1 }).categories].length;
		expect([1, 100, 10_000].map(categories)).toEqual([14, 18, 32]);
	});
});
