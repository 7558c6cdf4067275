import { once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { OpenPages } from '../../../src/editor/pages/open-pages.ts';

test('an open page gets the state at once and after each change, until the server closes', async () => {
	const pages = new OpenPages();
	pages.release = 'one';
	const { headers, body } = pages.connect('/');
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

test('the 101st connection replaces the oldest one of the page that has the most', async () => {
	const pages = new OpenPages();
	const connect = (page: string) => pages.connect(page).body as PassThrough;
	const own = [connect('/programs/'), connect('/programs/'), connect('/')];
	const strange = Array.from({ length: 200 }, () => connect('https://stranger.example/'));
	own.push(connect('/categories/'));
	const isOpen = ({ writableEnded }: PassThrough) => !writableEnded;
	expect(own.filter(isOpen)).toEqual(own);
	expect(strange.filter(isOpen)).toEqual(strange.slice(-96));
	pages.release = 'two';
	pages.close();
	for (const stream of own) expect(await text(stream)).toContain('"release":"two"');
});

test('a closed connection makes room', async () => {
	const pages = new OpenPages();
	const connect = () => pages.connect('/').body as PassThrough;
	const [first, ...others] = Array.from({ length: 100 }, connect);
	first!.destroy();
	await once(first!, 'close');
	connect();
	expect(others.filter(({ writableEnded }) => writableEnded)).toEqual([]);
});
