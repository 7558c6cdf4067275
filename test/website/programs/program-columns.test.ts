import { expect, test } from 'vitest';
import { knownColumns } from '../../../src/website/programs/program-columns.ts';
import { publishedProgram } from '../../support/published-program.ts';

test('A table has the columns in which a program has a value', () => {
	expect([...knownColumns([publishedProgram({})])]).toEqual([]);
	const programs = [publishedProgram({ cookie_days: 0 }), publishedProgram({ review_count: 1, rating_average: 4 })];
	expect([...knownColumns(programs)]).toEqual(['cookie', 'rating']);
	expect([...knownColumns([publishedProgram({ tracking_platform: 'in-house' })])]).toEqual(['network']);
});
