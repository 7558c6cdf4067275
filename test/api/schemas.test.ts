import { describe, expect, test } from 'vitest';
import { category, categoryListItem, organization } from '../../src/api/schemas/groups.ts';
import { program, programListItem, reducedProgram } from '../../src/api/schemas/program.ts';
import { review, reviewListItem } from '../../src/api/schemas/review.ts';
import { newWebhook } from '../../src/api/schemas/webhook.ts';
import * as views from '../../src/catalog/resources.ts';
import { publishedProgram } from '../support/published-program.ts';
import { publishedReview } from '../support/published-review.ts';

const PROGRAM = publishedProgram({ categories: [{ slug: 'email', name: 'Email' }] });
const REVIEW = publishedReview({});
const CATEGORY = { slug: 'email', name: 'Email', description: null, icon: 'tag' };
const ORGANIZATION = {
	slug: 'acme',
	name: 'Acme',
	description: null,
	logo_url: null,
	website_url: null,
	plan: 'free',
	created_at: '2025-01-01T00:00:00Z',
};

describe('The schema of a response', () => {
	test.each([
		['a program in the list of a category', reducedProgram, views.reducedProgram(PROGRAM)],
		['a program in the list of programs', programListItem, views.programItem(PROGRAM)],
		['a program', program, views.programDetail(PROGRAM)],
		['a category in a list', categoryListItem, views.categoryItem(CATEGORY, 3)],
		['a category', category, views.categoryDetail(CATEGORY, 3)],
		['a review in a list', reviewListItem, views.reviewItem(REVIEW)],
		['a review', review, { ...views.reviewItem(REVIEW), ...views.reviewDetails(REVIEW) }],
		['an organization', organization, views.organizationDetail(ORGANIZATION, 1)],
	])('has the fields of %s, in the same order, and no others', (_what, schema, view) => {
		expect(JSON.stringify(schema.parse(view))).toBe(JSON.stringify(view));
		expect(schema.safeParse({ ...view, more: 1 }).success).toBe(false);
	});

	test.each([
		['https://shop.example/hooks?key=1', true],
		['https://shop.example:443/', true],
		['https://1.1.1.1/', true],
		['https://shop.example:8443/', false],
		['https://shop.example/\u0000', false],
		['https://shop.example/\r\nhooks', false],
		[' https://shop.example/', false],
		['https://shop.example\t/', false],
		['https://10.0.0.1/', false],
		['https://2130706433/', false],
		['https://[::ffff:10.0.0.1]/', false],
	])('of a webhook says of the address %j whether events can be sent to it', (url, isValid) => {
		expect(newWebhook.safeParse({ url, events: ['release.published'] }).success).toBe(isValid);
	});

	test('refuses values that break the rule of a column', () => {
		const { success } = program.safeParse({ ...views.programDetail(PROGRAM), website_url: 'javascript:alert(1)' });
		expect(success).toBe(false);
	});
});
