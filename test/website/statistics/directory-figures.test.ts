import { expect, test } from 'vitest';
import { directoryFigures } from '../../../src/website/statistics/directory-figures.ts';
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
