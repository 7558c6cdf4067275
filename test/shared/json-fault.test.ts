import { expect, test } from 'vitest';
import { jsonFault } from '../../src/shared/json-fault.ts';

test.each([
	['{\n\t"name": "A",\n}', 'line 3, column 1: Expected double-quoted property name'],
	['{\n\t"name" "A"\n}', "line 2, column 9: Expected ':' after property name"],
	['', 'line 1, column 1: Unexpected end of JSON input'],
	['{\n\t"name": "A"\n', "line 3, column 1: Expected ',' or '}' after property value"],
	['{\n\t"name": Larkpost\n}', "line 2, column 10: Unexpected token 'L'"],
	['{\n\t"operator_docs": tru,\n}', "line 2, column 22: Unexpected token ','"],
	['name: A', "line 1, column 2: Unexpected token 'a'"],
	['{"name": "A"} and more', 'line 1, column 15: Unexpected non-whitespace character after JSON'],
])('%j is not JSON', (text, fault) => {
	expect(jsonFault(text)).toBe(fault);
});

test('JSON has no fault', () => {
	expect(jsonFault('{ "name": "A" }')).toBeUndefined();
});
