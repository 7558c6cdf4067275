import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Content } from '../../src/api/content.ts';

const TEXT = JSON.stringify({ data: { name: 'Čajovna', words: 'green '.repeat(300) } });
const content = new Content(Buffer.from(TEXT), 'kept', 'a-tag');

describe('Content', () => {
	test('has headers for its length, type and tag', () => {
		const expected = { 'Content-Type': 'application/json; charset=utf-8', ETag: 'W/"a-tag"' };
		expect(fieldsOf(content)).toEqual({ ...expected, 'Content-Length': String(Buffer.byteLength(TEXT)) });
		expect(fieldsOf(new Content(Buffer.from('{}'), 'once'))).not.toHaveProperty('ETag');
	});

	test.each([
		['br', brotliDecompressSync],
		['gzip', gunzipSync],
	] as const)('is compressed once with %s, with the same tag', (encoding, decompress) => {
		const compressed = content.compressed(encoding);
		expect(decompress(compressed.body).toString()).toBe(TEXT);
		expect(compressed.body.length).toBeLessThan(content.body.length / 4);
		expect(fieldsOf(compressed)).toMatchObject({
			'Content-Encoding': encoding,
			'Content-Length': String(compressed.body.length),
			ETag: 'W/"a-tag"',
		});
		expect(content.compressed(encoding)).toBe(compressed);
	});
});

function fieldsOf({ headers }: Content): Record<string, string | undefined> {
	return Object.fromEntries(headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]]] : [])));
}
