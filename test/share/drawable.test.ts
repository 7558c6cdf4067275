import { describe, expect, test } from 'vitest';
import { drawable } from '../../src/share/drawable.ts';

describe('drawable', () => {
	test.each(['Acme', 'Müller & Söhne', 'Łódź', '8am™', '“Quoted” – 30 €', '2 ≥ 1'])('is %s as it stands', (text) => {
		expect(drawable(text)).toBe(text);
	});

	test('is one line, its letters put together', () => {
		expect(drawable(' Cafe\u0301\n\tNoir ')).toBe('Café Noir');
	});

	test.each(['شركة', '株式会社', 'Acme 🚀', 'a\u202eb', 'Đặng'])(
		'is not %s, of which something would be missing',
		(text) => {
			expect(drawable(text)).toBeUndefined();
		},
	);
});
