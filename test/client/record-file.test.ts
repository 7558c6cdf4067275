import { describe, expect, test } from 'vitest';
import { answeringServer, clientOf } from './answering-server.ts';

describe('An exported file', () => {
	test('that ends within a record is an error', async () => {
		await using server = await answeringServer({ body: '{"slug":"acme"}\n{"slug":' });
		const file = await clientOf(server).exportPrograms();
		await expect(Array.fromAsync(file)).rejects.toThrow('The file is not complete.');
	});

	test('that breaks off is an error', async () => {
		await using server = await answeringServer((response) => {
			response.writeHead(200, { 'Content-Length': '100' }).write('{"slug":"acme"}\n');
			setTimeout(() => response.destroy(), 20);
		});
		await expect(Array.fromAsync(await clientOf(server).exportPrograms())).rejects.toThrow('terminated');
	});
});
