import { describe, expect, test } from 'vitest';
import { drawable } from '../../../src/website/share/drawable.ts';

describe('drawable', () => {
	test.each(['Acme', 'Müller & Söhne', 'Łódź', '8am™', '“Quoted” – 30 €', '2 ≥ 1'])('keeps %s', (text) => {
		expect(drawable(text)).toBe(text);
	});

	test('returns one line with composed letters', () => {
		expect(drawable(' Cafe\u0301\n\tNoir ')).toBe('Café Noir');
	});

	test.each(['شركة', '株式会社', 'Acme 🚀', 'a\u202eb', 'Đặng'])(
		'returns undefined for %s, because the font lacks characters',
		(text) => {
			expect(drawable(text)).toBeUndefined();
		},
	);
});
