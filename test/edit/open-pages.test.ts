import type { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { OpenPages } from '../../src/edit/open-pages.ts';

test('an open page gets the state at once and after each change, until the server closes', async () => {
	const pages = new OpenPages();
	pages.release = 'one';
	const { headers, body } = pages.connect();
	expect(headers).toContain('text/event-stream; charset=utf-8');
	pages.problems = ['row 2 is wrong'];
	pages.problems = [];
	pages.release = 'two';
	pages.close();
	expect(await text(body as PassThrough)).toBe(
		[
			'retry: 1000',
			'data: {"release":"one","problems":[]}\n',
			'data: {"release":"one","problems":["row 2 is wrong"]}\n',
			'data: {"release":"one","problems":[]}\n',
			'data: {"release":"two","problems":[]}\n\n',
		].join('\n'),
	);
});

test('the number of open pages is limited, and a closed page makes room', () => {
	const pages = new OpenPages();
	const open = Array.from({ length: 100 }, () => pages.connect());
	expect(pages.connect().status).toBe(503);
	(open[0]!.body as PassThrough).destroy();
	return expect.poll(() => pages.connect().status).toBe(200);
});
