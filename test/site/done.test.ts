import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/site/addresses.ts';
import { doneAt, doneSentence } from '../../src/site/done.ts';

const at = (address: string) => doneSentence(new URL(address, 'https://directory.example'));

describe('doneSentence', () => {
	test('says what was done', () => {
		expect(at(doneAt(SETTINGS, 'email'))).toBe('Your e-mail address is changed.');
	});

	test('says nothing of its own that an address brings along', () => {
		expect(['/?done=You+have+won', '/?done=toString', '/?done=', '/'].map(at)).toEqual(Array(4).fill(undefined));
	});
});
