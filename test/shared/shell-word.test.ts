import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/shared/shell-word.ts';

test.each([
	['var/state', 'var/state'],
	['/tmp/my state', "'/tmp/my state'"],
	["it's", String.raw`'it'\''s'`],
	['~/state', "'~/state'"],
	['$HOME', "'$HOME'"],
	['', "''"],
])('%j is %s in a command line, and a shell reads it back', (text, word) => {
	expect(shellWord(text)).toBe(word);
	expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text);
});
