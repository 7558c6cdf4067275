import { describe, expect, test } from 'vitest';
import { flashMessage, withFlash } from '../../../src/site/account/flash-message.ts';
import { SETTINGS } from '../../../src/site/addresses.ts';

const at = (address: string) => flashMessage(new URL(address, 'https://directory.example'));

describe('flashMessage', () => {
	test('says what was done', () => {
		expect(at(withFlash(SETTINGS, 'email'))).toBe('Your e-mail address was changed.');
	});

	test('says nothing of its own that an address brings along', () => {
		expect(['/?done=You+have+won', '/?done=toString', '/?done=', '/'].map(at)).toEqual(Array(4).fill(undefined));
	});
});
