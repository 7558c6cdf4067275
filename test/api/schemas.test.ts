import { describe, expect, test } from 'vitest';
import { program } from '../../src/api/schemas/program.ts';
import { newWebhook } from '../../src/api/schemas/webhook.ts';
import * as views from '../../src/catalog/resources.ts';
import { publishedProgram } from '../support/published-program.ts';

const PROGRAM = publishedProgram({ categories: [{ slug: 'email', name: 'Email' }] });
describe('The schema of a response', () => {
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
