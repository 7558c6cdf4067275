import { describe, expect, test } from 'vitest';
import { directoryFigures, rateProfile } from '../../../src/website/statistics/directory-figures.ts';
import { directoryOf } from '../../support/directory-of.ts';
import { publishedProgram } from '../../support/published-program.ts';

const REPEATED = publishedProgram({});
const OTHER = publishedProgram({ slug: 'b', organization: { slug: 'group', name: 'Group' } });

test.each([
	['counts the organizations that the site lists', [REPEATED, OTHER], '1'],
	['leaves out the number of organizations if the site lists none', [REPEATED], undefined],
])('The size of a directory %s', (_, programs, figure) => {
	const found = directoryFigures(directoryOf(programs)).find(({ name }) => name === 'Organizations');
	expect(found?.quantity?.figure).toBe(figure);
});

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
