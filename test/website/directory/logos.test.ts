import { describe, expect, test } from 'vitest';
import { logoAddress } from '../../../src/website/directory/logos.ts';

describe('logoAddress', () => {
	test('finds a logo of any type, SVG first', () => {
		const files = new Set(['logos/acme.png', 'logos/acme.svg', 'logos/bell.webp']);
		const isFile = (path: string) => files.has(path);
		expect(logoAddress('acme', isFile)).toBe('/logos/acme.svg');
		expect(logoAddress('bell', isFile)).toBe('/logos/bell.webp');
		expect(logoAddress('cove', isFile)).toBeNull();
	});
});
