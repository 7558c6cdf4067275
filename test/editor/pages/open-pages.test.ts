import type { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { OpenPages } from '../../../src/editor/pages/open-pages.ts';

test('an open page gets the state at once and after each change, until the server closes', async () => {
	const pages = new OpenPages();
	pages.release = 'one';
	const { headers, body } = pages.connect();
	expect(headers).toContain('text/event-stream; charset=utf-8');
	pages.notes = { problems: ['row 2 is wrong'], hints: [] };
	pages.notes = { problems: [], hints: ['other.xlsx was not imported'] };
	pages.release = 'two';
	pages.close();
	expect(await text(body as PassThrough)).toBe(
		[
			'retry: 1000',
			'data: {"release":"one","problems":[],"hints":[]}\n',
			'data: {"release":"one","problems":["row 2 is wrong"],"hints":[]}\n',
			'data: {"release":"one","problems":[],"hints":["other.xlsx was not imported"]}\n',
			'data: {"release":"two","problems":[],"hints":["other.xlsx was not imported"]}\n\n',
		].join('\n'),
	);
});
