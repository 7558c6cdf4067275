import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { wrongLines, wrongLinesMessage } from '../../src/config/env-file.mjs';

test.each([
	['assignments, comments and empty lines', 'A=1\n\n# A\n  B = 2 # b\nexport C=\nD="x" # d', []],
	['a value of several lines', 'A="x\njunk\n"\nB=`\njunk`\nC=1\n', []],
	['lines that end like in Windows', 'A=1\r\n\r\nB=2\r\n', []],
	['a colon instead of an equals sign', 'A=1\nB: 2\nC=3', [2]],
	['a name with a space', 'A B=1\nC=1', [1]],
	['no name', '=1\nexport\nA=1', [1, 2]],
	['a quote that does not end', 'A=1\nB="x\nC=3', [2]],
	['a byte order mark before the first name', '\ufeffA=1\nB=2', [1]],
])('In a file of settings, wrongLines finds %s', (_, text, lines) => {
	expect(wrongLines(text)).toEqual(lines);
	// Node reads the other lines.
	const right = text.split('\n').filter((_line, index) => !lines.includes(index + 1));
	expect(parseEnv(text)).toMatchObject(parseEnv(right.join('\n')));
});

test('wrongLinesMessage names the file and the lines', () => {
	expect(wrongLinesMessage('/site/.env', 'A=1')).toBeUndefined();
	expect(wrongLinesMessage('/site/.env', 'A\nB=1')).toBe('/site/.env: Line 1 is not NAME=value, so it is ignored.');
	expect(wrongLinesMessage('/site/.env', 'A\nB')).toBe(
		'/site/.env: Lines 1, 2 are not NAME=value, so they are ignored.',
	);
});
