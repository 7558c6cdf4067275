import { describe, expect, test } from 'vitest';
import { withFlash } from '../../../src/website/account/account-page.ts';
import { flashMessage } from '../../../src/website/account/flash-message.ts';
import { SETTINGS } from '../../../src/website/addresses.ts';

const at = (address: string) => flashMessage(new URL(address, 'https://directory.example'));

describe('flashMessage', () => {
	test('returns the message of an action', () => {
		expect(at(withFlash(SETTINGS, 'email'))).toBe('Your email address was changed.');
	});

	test('ignores unknown names in an address', () => {
		expect(['/?done=You+have+won', '/?done=toString', '/?done=', '/'].map(at)).toEqual(Array(4).fill(undefined));
	});
});
