import { describe, expect, test } from 'vitest';
import { MOST_DATA, toolResult } from '../../../src/api/mcp/result.ts';

const STAMP = { snapshot: 's1' };
const length = (value: unknown) => JSON.stringify(value).length;

describe('The result of a tool', () => {
	test('has short data unchanged', () => {
		const data = [{ name: 'Acme', rate: 12.5, verified: true, note: null, tags: ['a'] }];
		expect(toolResult(data, STAMP)).toMatchObject({ untrusted_data: data });
		expect(toolResult(data, STAMP).shortened).toBeUndefined();
	});

	test('has long texts cut, and says so', () => {
		const { untrusted_data, shortened } = toolResult({ body: 'word '.repeat(2000), rate: 5 }, STAMP);
		expect(untrusted_data).toEqual({ body: expect.stringMatching(/ word…$/), rate: 5 });
		expect(length(untrusted_data)).toBeLessThan(4100);
		expect(shortened).toContain('longer than 4000 characters');
	});

	test('has null in place of a long address, because its start leads somewhere else', () => {
		const { untrusted_data } = toolResult({ url: `https://a.example/${'x'.repeat(5000)}` }, STAMP);
		expect(untrusted_data).toEqual({ url: null });
	});

	test('has texts cut shorter if there are many', () => {
		const data = Array.from({ length: 20 }, () => ({ body: 'x'.repeat(3900) }));
		const { untrusted_data, shortened } = toolResult(data, STAMP);
		expect(untrusted_data).toHaveLength(20);
		expect(length(untrusted_data)).toBeLessThan(MOST_DATA);
		expect(shortened).toContain('longer than 300 characters');
	});

	test('has records left out at the end if they still do not fit', () => {
		const data = Array.from({ length: 25 }, (_, number) => ({ number, tags: Array(20).fill('x'.repeat(290)) }));
		const { untrusted_data, shortened } = toolResult(data, STAMP);
		expect(length(untrusted_data)).toBeLessThanOrEqual(MOST_DATA);
		expect(untrusted_data).toEqual(data.slice(0, (untrusted_data as object[]).length));
		expect(shortened).toContain('Ask for fewer at a time');
	});
});
