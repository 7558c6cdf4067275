import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS, isCommonPassword } from '../../src/accounts/common-passwords.ts';
import { MIN_PASSWORD } from '../../src/accounts/password-length.ts';
import { packCommonPasswords } from '../tools/pack-common-passwords.ts';

const EMAIL = 'ada.lovelace@site.example';

describe('isCommonPassword', () => {
	// (ASVS 6.2.4, 6.2.12)
	test('refuses the listed passwords, 43,940 of which are long enough', () => {
		const list = brotliDecompressSync(readFileSync(COMMON_PASSWORDS)).toString().trim().split('\n');
		const long = list.filter((password) => password.length >= MIN_PASSWORD);
		expect(long).toHaveLength(43_940);
		const tried = long.filter((_, i) => i % 100 === 0);
		expect(tried.filter((password) => !isCommonPassword(password, EMAIL))).toEqual([]);
	});

	test.each([
		['a common password in capitals', 'MotherFucker'],
		['a common password with digits and symbols around it', '**Monkey-2024!!'],
		['a common password repeated', 'letmeinletmein'],
		['a common password repeated, with a symbol', 'Letmeinletmein!'],
		['neighbouring keys', 'asdfghjklzxc'],
		['few different characters', 'aabbaabbaabbcc'],
		['the email address', 'Ada.Lovelace@site.example'],
		['the name in the email address', '1ada.lovelace1'],
	])('refuses %s: %j', (_, password) => {
		expect(isCommonPassword(password, EMAIL)).toBe(true);
	});

	test.each([
		'correct horse 🐎 battery',
		'passwords of my own',
		'47110815 ok 31415926',
		'пароль из слов',
		'x7Gk29qLp0zT',
	])('accepts %j', (password) => {
		expect(isCommonPassword(password, EMAIL)).toBe(false);
	});
});

describe('packCommonPasswords', () => {
	test('keeps long passwords, and the most common ones with four characters or more, each once and in lower case', () => {
		const packed = packCommonPasswords('Monkey\r\nabc\nmonkey\nletmeinletmein');
		expect(brotliDecompressSync(packed).toString()).toBe('\nletmeinletmein\nmonkey\n');
	});
});
