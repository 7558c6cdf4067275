import { describe, expect, test } from 'vitest';
import { iconBody } from '../../../src/site/format/icon.ts';

describe('iconBody', () => {
	test('an icon is found by its name and by its former names', () => {
		expect(iconBody('house')).toContain('<path');
		expect(iconBody('home')).toBe(iconBody('house'));
	});

	test('a name that Lucide does not know is a tag', () => {
		expect(iconBody('constructor')).toBe(iconBody('tag'));
	});
});
