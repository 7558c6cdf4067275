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

describe('the shape of a generated directory', () => {
	const { organizations, categories, programs, reviews } = collected({ programs: 5000, reviews: 25_000, seed: 1 });
	const share = <T>(records: readonly T[], test: (record: T) => boolean) =>
		records.filter(test).length / records.length;
	const average = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

	/** The frequency of each key, most frequent first. */
	const frequencies = (keys: Iterable<unknown>) => {
		const counts = new Map<unknown, number>();
		for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
		return [...counts.values()].sort((a, b) => b - a);
	};

	test('has few large categories and many small ones', () => {
		const counts = frequencies(programs.flatMap((program) => program.categories));
		expect(counts.length).toBe(categories.length);
		expect(counts[0]!).toBeGreaterThan(5 * counts[counts.length >> 1]!);
	});

	test('has organizations that mostly run one program, while a few run dozens', () => {
		const counts = frequencies(programs.map((program) => program.organization));
		expect(counts.length).toBe(organizations.length);
		expect(organizations.length / programs.length).toBeCloseTo(0.6, 1);
		expect(share(counts, (count) => count === 1)).toBeGreaterThan(0.7);
		expect(counts[0]!).toBeGreaterThan(24);
	});

	test('has few or no reviews for most programs and hundreds for a few', () => {
		const counts = frequencies(reviews.map((review) => review.program));
		expect(programs.length - counts.length).toBeGreaterThan(0.15 * programs.length);
		expect(counts[0]!).toBeGreaterThan(300);
		expect(counts[counts.length >> 1]!).toBeLessThan(4);
	});

	test('has reviews by about a quarter as many authors, some of whom write dozens', () => {
		const counts = frequencies(reviews.map((review) => review.author_username));
		expect(counts.length / reviews.length).toBeGreaterThan(0.15);
		expect(counts.length / reviews.length).toBeLessThanOrEqual(0.25);
		expect(counts[0]!).toBeGreaterThan(24);
	});

	test('has mostly ratings of 4 or more, but also all lower ratings', () => {
		expect(share(reviews, ({ rating }) => rating >= 4)).toBeGreaterThan(0.6);
		expect(new Set(reviews.map(({ rating }) => rating)).size).toBe(9);
	});

	test('has reviews from none to thousands of characters, about 250 on average', () => {
		const lengths = reviews.map(({ body }) => body.length);
		expect(Math.min(...lengths)).toBe(0);
		expect(Math.max(...lengths)).toBeGreaterThan(2000);
		expect(average(lengths)).toBeGreaterThan(200);
		expect(average(lengths)).toBeLessThan(300);
	});

	test('has descriptions of 60 to 160 characters, and long ones of up to 1,500, about 500 on average', () => {
		const short = programs.map(({ description }) => description.length);
		expect(Math.min(...short)).toBeGreaterThanOrEqual(60);
		expect(Math.max(...short)).toBeLessThanOrEqual(160);
		const long = programs.map(({ long_description }) => long_description.length);
		expect(Math.max(...long)).toBeLessThanOrEqual(1500);
		expect(average(long)).toBeGreaterThan(400);
		expect(average(long)).toBeLessThan(600);
	});

	test('pays 10, 15, 20 or 30% most often, sometimes halves, and sometimes no known percentage', () => {
		expect(
			share(programs, ({ commission_rate }) => [10, 15, 20, 30].includes(commission_rate as number)),
		).toBeGreaterThan(0.4);
		expect(share(programs, ({ commission_rate }) => commission_rate === 12.5)).toBeGreaterThan(0.01);
		expect(share(programs, ({ commission_rate }) => commission_rate === null)).toBeGreaterThan(0.1);
		expect(share(programs, ({ commission_rate }) => commission_rate === 0)).toBeGreaterThan(0);
	});

	test('names the currency of every amount', () => {
		const amounts = programs.filter(
			({ commission_amount, payout_minimum }) => (commission_amount ?? payout_minimum) !== null,
		);
		expect(amounts.filter(({ currency }) => currency === null)).toEqual([]);
	});

	test('has mostly cookies of 30, 60 or 90 days, some of 0 days, some unknown', () => {
		expect(share(programs, ({ cookie_days }) => [30, 60, 90].includes(cookie_days as number))).toBeGreaterThan(0.6);
		expect(share(programs, ({ cookie_days }) => cookie_days === 0)).toBeGreaterThan(0);
		expect(share(programs, ({ cookie_days }) => cookie_days === null)).toBeGreaterThan(0.05);
	});

	test('has views by a power law: most programs have few, some have very many', () => {
		const views = programs.map((program) => program.views).sort((a, b) => a - b);
		expect(views[views.length >> 1]!).toBeLessThan(50);
		expect(views.at(-1)!).toBeGreaterThan(10_000);
	});

	test('verifies three in ten, features a few in a thousand, keeps one in fifty as a draft', () => {
		expect(share(programs, ({ verified }) => verified)).toBeCloseTo(0.3, 1);
		expect(share(programs, ({ featured }) => featured)).toBeCloseTo(0.005, 2);
		expect(share(programs, ({ status }) => status === 'draft')).toBeCloseTo(0.02, 2);
		expect(share(reviews, ({ status }) => status === 'published')).toBeCloseTo(0.95, 2);
	});

	test('grew over eight years, with some entries at the same instant', () => {
		const years = programs.map(({ created_at }) => Number(created_at.slice(0, 4)));
		expect([Math.min(...years), Math.max(...years)]).toEqual([2018, 2025]);
		expect(share(years, (year) => year >= 2022)).toBeGreaterThan(0.6);
		expect(new Set(programs.map(({ created_at }) => created_at)).size).toBeLessThan(0.95 * programs.length);
	});

	test('has no date of a change or a check that is too early', () => {
		expect(programs.filter(({ created_at, updated_at }) => updated_at < created_at)).toEqual([]);
		expect(programs.filter(({ updated_at, checked_at }) => checked_at !== null && checked_at < updated_at)).toEqual([]);
		expect(reviews.filter(({ created_at, updated_at }) => updated_at < created_at)).toEqual([]);
	});
});
