import type { APIContext } from 'astro';
import { expect, test } from 'vitest';
import { onRequest } from '../src/website/middleware.ts';

test('A content page keeps the view that it is given, in development too', async () => {
	expect(import.meta.env.DEV).toBe(true);
	const url = new URL('https://directory.example/statistics/');
	const locals = { view: { programs: 1 } };
	const context = { request: new Request(url), locals, url, routePattern: '/statistics' } as unknown as APIContext;
	await onRequest(context, async () => new Response());
	expect(locals).toEqual({ view: { programs: 1 } });
});
