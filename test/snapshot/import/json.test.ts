import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/shared/user-error.ts';
import { parseJson } from '../../../src/snapshot/import/json.ts';

describe('parseJson', () => {
	test.each(['{"a": [1, "é"]}', '\ufeff{"a": [1, "é"]}\n'])('reads %j', (text) => {
		expect(parseJson('f.json', Buffer.from(text))).toEqual({ a: [1, 'é'] });
	});

	test.each([
		['[1,]', 'is not valid JSON: see line 1, column 4.'],
		['{\n  "a": 1,\n}', 'is not valid JSON: see line 3, column 1.'],
		['{"programs":[\n{"a":1}\n{"b":1}]}', 'is not valid JSON: see line 3, column 1.'],
		['slug,name', 'is not valid JSON: see line 1, column 1.'],
		['{"a": trux}', 'is not valid JSON: see line 1, column 10.'],
		['{"a": "\\x"}', 'is not valid JSON: see line 1, column 9.'],
		['[1] x', 'is not valid JSON: see line 1, column 5.'],
		['{"a":\n[1, ', 'is incomplete: see line 2, column 5.'],
		['{"a": "half', 'is incomplete: see line 1, column 12.'],
		['{"a": tru', 'is incomplete: see line 1, column 10.'],
		['{', 'is incomplete: see line 1, column 2.'],
		[' \n', 'is empty. Replace it with the complete file and import it again.'],
		['', 'is empty. Replace it with the complete file and import it again.'],
	])('refuses %j: %s', (text, what) => {
		expect(() => parseJson('f.json', Buffer.from(text))).toThrow(new UserError(`f.json ${what}`));
	});

	test('refuses text that is not UTF-8', () => {
		expect(() => parseJson('f.json', Buffer.from('["é"]', 'latin1'))).toThrow('f.json is not UTF-8 text.');
	});
});
