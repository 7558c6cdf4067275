import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { wrongLinesMessage } from '../../src/config/env-file.mjs';

const IS = (line: number) => `/site/.env: Line ${line} is not NAME=value, so it is ignored.`;

test.each([
	['assignments, comments and empty lines', 'A=1\n\n# A\n  B = 2 # b\nexport C=\nD="x" # d\r\n', undefined],
	['a colon instead of an equals sign', 'A=1\nB: 2\nC=3', IS(2)],
	['a name with a space', 'A B=1\nC=1', IS(1)],
	['no name', '=1\nexport\nA=1', '/site/.env: Lines 1, 2 are not NAME=value, so they are ignored.'],
])('In a file of settings, wrongLinesMessage finds %s', (_, text, message) => {
	expect(wrongLinesMessage('/site/.env', text)).toBe(message);
	// Node reads the other lines.
	const right = text.split('\n').filter((line) => wrongLinesMessage('', line) === undefined);
	expect(parseEnv(text)).toMatchObject(parseEnv(right.join('\n')));
});
