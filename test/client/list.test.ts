import { describe, expect, test } from 'vitest';
import { answeringServer, clientOf } from './answering-server.ts';

const PAGE = { body: { data: ['a'] } };
const REFUSED = { status: 403, body: { error: 'No.', code: 'INSUFFICIENT_SCOPE' } };

describe('A list is a promise of its page', () => {
	test('that can be caught', async () => {
		await using server = await answeringServer(REFUSED, PAGE);
		const list = clientOf(server).listPrograms();
		expect(await list.catch((error) => error)).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
		expect(await list.catch(() => 'failed')).toMatchObject({ data: ['a'] });
	});

	test('that runs a function at its end, whether it fails or not', async () => {
		await using server = await answeringServer(REFUSED, PAGE);
		const list = clientOf(server).listPrograms();
		let ends = 0;
		const count = () => void ends++;
		await expect(list.finally(count)).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
		expect(await list.finally(count)).toMatchObject({ data: ['a'] });
		expect(ends).toBe(2);
	});

	test('that requests nothing until someone asks for the page', async () => {
		await using server = await answeringServer(PAGE);
		const client = clientOf(server);
		const list: Promise<unknown> = client.listPrograms();
		await client.listReviews();
		expect(server.requests.map(({ url }) => url)).toEqual(['/v1/reviews']);
		await Promise.all([list]);
		expect(server.requests).toHaveLength(2);
	});
});
