import { describe, expect, test } from 'vitest';
import { rateProfile } from '../../../src/website/statistics/directory-figures.ts';
import { publishedProgram } from '../../support/published-program.ts';

const programs = (count: number) =>
	Array.from({ length: count }, (_, number) => publishedProgram({ commission_rate: number + 1 }));

describe('rateProfile', () => {
	test('has the rates of all programs, the highest first', () => {
		const profile = rateProfile([...programs(20), publishedProgram({})])!;
		expect(profile).toMatchObject({ programs: 20, median: 11 });
		expect(profile.rates).toEqual(Array.from({ length: 20 }, (_, number) => 20 - number));
	});

	test('has at most 180 rates, evenly chosen', () => {
		const { rates } = rateProfile(programs(1800))!;
		expect(rates).toHaveLength(180);
		expect(rates.slice(0, 3)).toEqual([1800, 1790, 1780]);
	});

	test('is null for a few programs', () => {
		expect(rateProfile(programs(9))).toBeNull();
	});
});
