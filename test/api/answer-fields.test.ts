import { describe, expect, test } from 'vitest';
import { ANSWER_FIELDS } from '../../src/api/answer-fields.ts';
import * as views from '../../src/catalog/views.ts';
import { publishedProgram } from '../support/published-program.ts';
import { publishedReview } from '../support/published-review.ts';

const program = publishedProgram({});
const review = publishedReview({});
const category = { slug: 'email', name: 'Email', description: null, icon: 'tag' };
const { organization: named, ...rest } = program;
const organization = { ...rest, ...named, description: null, plan: 'free' };

const ANSWERS: { readonly [of: string]: readonly object[] } = {
	Programs: [views.reducedProgram(program), views.programItem(program), views.programDetail(program)],
	Categories: [views.categoryItem(category, 0), views.categoryDetail(category, 0)],
	Reviews: [views.reviewItem(review), views.reviewDetails(review)],
	Organizations: [views.organizationDetail(organization, 0)],
};

describe('ANSWER_FIELDS', () => {
	test.each(ANSWER_FIELDS)('lists each field of $of once, and no other fields', ({ of, parts }) => {
		const documented = parts.flatMap(({ fields }) => Object.keys(fields));
		const answered = new Set(ANSWERS[of]!.flatMap((answer) => Object.keys(answer)));
		expect(documented.sort()).toEqual([...answered].sort());
	});

	test('marks every field that can be null', () => {
		const types = new Map(ANSWER_FIELDS[0]!.parts.flatMap(({ fields }) => Object.entries(fields)));
		const nulls = Object.entries({ ...views.programItem(program), ...views.programDetail(program) });
		for (const [name, value] of nulls) if (value === null) expect(types.get(name)!.type, name).toMatch(/ or null$/);
	});
});
