import { describe, expect, test } from 'vitest';
import { answeringServer, clientOf } from './answering-server.ts';

describe('A sync', () => {
	const page = (snapshot: string, data: readonly string[], isLast: boolean) => ({
		headers: { 'X-Snapshot': snapshot, ...(!isLast && { Link: '<x?since=s0&page=2>; rel="next"' }) },
		body: { data },
	});

	test('reads the changes again if newer data is published meanwhile', async () => {
		await using server = await answeringServer(
			page('s1', ['a', 'b'], false),
			page('s2', ['c'], true),
			page('s2', ['d', 'e'], false),
			page('s2', ['f'], true),
		);
		const sync = clientOf(server).sync('s0');
		expect(await Array.fromAsync(sync)).toEqual(['d', 'e', 'f']);
		expect(sync.snapshot).toBe('s2');
		expect(server.requests[1]!.url).toBe('/v1/changes?since=s0&page=2');
	});

	test('keeps its snapshot if the loop ends early', async () => {
		await using server = await answeringServer(page('s1', ['a', 'b'], true));
		const sync = clientOf(server).sync('s0');
		for await (const _ of sync) break;
		expect(sync.snapshot).toBe('s0');
	});
});
