import { describe, expect, test } from 'vitest';
import { iconBody } from '../../../src/website/format/icon.ts';

describe('iconBody', () => {
	test('finds an icon by its name and by its former names', () => {
		expect(iconBody('house')).toContain('<path');
		expect(iconBody('home')).toBe(iconBody('house'));
	});

	test('returns a tag for an unknown name', () => {
		expect(iconBody('constructor')).toBe(iconBody('tag'));
	});
});
