import { describe, expect, test } from 'vitest';
import { browserName } from '../../../src/website/account/browser-name.ts';

const MOZILLA = 'Mozilla/5.0';
const APPLE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browserName', () => {
	test.each([
		[`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
		[`${MOZILLA} (Windows NT 10.0; Win64; x64) ${APPLE} Chrome/143.0 Safari/537.36 Edg/143.0`, 'Edge on Windows'],
		[`${MOZILLA} (Linux; Android 15) ${APPLE} Chrome/143.0 Mobile Safari/537.36`, 'Chrome on Android'],
		[
			`${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604`,
			'Safari on iPhone',
		],
		['curl/8.14.1', 'curl'],
		['Wanderer/1.0', 'Wanderer/1.0'],
		['', 'An unknown browser'],
		[null, 'An unknown browser'],
	])('names %j: %j', (userAgent, name) => {
		expect(browserName(userAgent)).toBe(name);
	});

	test('returns a short name for any browser', () => {
		expect(browserName('x'.repeat(5000)).length).toBeLessThan(100);
	});
});
