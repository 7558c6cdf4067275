import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/shared/user-error.ts';
import { parseJson } from '../../../src/snapshot/import/table/json-items.ts';

describe('parseJson', () => {
	test.each(['{"a": [1, "é"]}', '\ufeff{"a": [1, "é"]}\n'])('reads %j', (text) => {
		expect(parseJson('f.json', Buffer.from(text))).toEqual({ a: [1, 'é'] });
	});

	test.each([
		['[1 2]', "is not valid JSON: Expected ',' or ']' after array element in JSON at position 3 (line 1 column 4)."],
		['{"a":\n[1, ', 'is not valid JSON: Unexpected end of JSON input.'],
		[' \n', 'is empty. Replace it with the complete file and import it again.'],
		['', 'is empty. Replace it with the complete file and import it again.'],
	])('refuses %j: %s', (text, what) => {
		expect(() => parseJson('f.json', Buffer.from(text))).toThrow(new UserError(`f.json ${what}`));
	});

	test('refuses text that is not UTF-8', () => {
		expect(() => parseJson('f.json', Buffer.from('["é"]', 'latin1'))).toThrow('f.json is not UTF-8 text.');
	});
});
