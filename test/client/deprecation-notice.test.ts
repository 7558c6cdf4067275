import { describe, expect, test } from 'vitest';
import type { DeprecationNotice } from '../../src/client/index.ts';
import { answeringServer, clientOf } from './answering-server.ts';

/** The headers of the example in the documentation. */
const ANNOUNCED = {
	Deprecation: '@1798761600',
	Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
	Link: '<https://x.example/v1/programs?page=2>; rel="next", <https://x.example/docs/>; rel="deprecation"; type="text/html"',
};
const PROGRAM = { data: { slug: 'acme' } };

describe('onDeprecation', () => {
	const announcements: [headers: { readonly [name: string]: string }, notice: Omit<DeprecationNotice, 'url'>][] = [
		[
			ANNOUNCED,
			{
				deprecatedAt: new Date('2027-01-01T00:00:00Z'),
				sunsetAt: new Date('2027-07-01T00:00:00Z'),
				link: 'https://x.example/docs/',
			},
		],
		[
			{ Sunset: ANNOUNCED.Sunset, Link: '<https://x.example/end>;type="text/html";rel=sunset' },
			{ deprecatedAt: undefined, sunsetAt: new Date('2027-07-01T00:00:00Z'), link: 'https://x.example/end' },
		],
		[
			{ Deprecation: 'true', Sunset: 'soon' },
			{ deprecatedAt: undefined, sunsetAt: undefined, link: undefined },
		],
	];

	test.each(announcements)('gets what the headers %j announce', async (headers, notice) => {
		await using server = await answeringServer({ headers, body: PROGRAM });
		const notices: DeprecationNotice[] = [];
		await clientOf(server, { onDeprecation: (one) => notices.push(one) }).getProgram('acme');
		expect(notices).toEqual([{ url: `${server.baseUrl}/programs/acme`, ...notice }]);
	});

	test('is called for each response that announces something: also errors, files and unchanged ones', async () => {
		await using server = await answeringServer(
			{ headers: { ...ANNOUNCED, ETag: 'W/"t1"' }, body: PROGRAM },
			{ status: 304, headers: ANNOUNCED },
			{ body: PROGRAM },
			{ headers: ANNOUNCED, body: '{"slug":"acme"}\n' },
			{ status: 404, headers: ANNOUNCED },
		);
		const paths: string[] = [];
		const client = clientOf(server, { onDeprecation: ({ url }) => paths.push(url.slice(server.baseUrl.length)) });
		await client.getProgram('acme');
		await client.getProgram('acme');
		await client.getProgram('other');
		await client.exportPrograms();
		await expect(client.getProgram('gone')).rejects.toMatchObject({ status: 404 });
		expect(paths).toEqual(['/programs/acme', '/programs/acme', '/export/programs.ndjson', '/programs/gone']);
	});

	test('can throw, and its error causes no further attempt', async () => {
		await using server = await answeringServer({ headers: ANNOUNCED, body: PROGRAM });
		const onDeprecation = () => {
			throw new Error('Too old');
		};
		await expect(clientOf(server, { onDeprecation }).getProgram('acme')).rejects.toThrow('Too old');
		expect(server.requests).toHaveLength(1);
	});
});
