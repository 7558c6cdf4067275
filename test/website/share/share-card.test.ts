import { describe, expect, test } from 'vitest';
import { programDetail } from '../../../src/catalog/resources.ts';
import { drawable, programCard, siteCard } from '../../../src/website/share/share-card.ts';
import { CONTRADICTION } from '../../support/offer.ts';
import { publishedProgram } from '../../support/published-program.ts';

const card = (fields: Parameters<typeof publishedProgram>[0]) => programCard(programDetail(publishedProgram(fields)));

describe('programCard', () => {
	test('shows the commission, the cookie duration and the rating', () => {
		const organization = { slug: 'acme-group', name: 'Acme Group' };
		const terms = { commission_rate: 30, commission_type: 'recurring', cookie_days: 60 } as const;
		expect(card({ ...terms, organization, rating_average: 4.25, review_count: 8 })).toMatchObject({
			name: 'Acme',
			about: 'by Acme Group',
			figures: [
				{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' },
				{ label: 'Cookie', quantity: { figure: '60', unit: 'days' }, note: '' },
				{ label: 'Rating', quantity: { figure: '4.3', unit: 'of 5' }, note: '8 reviews' },
			],
		});
	});

	test('shows unknown values in words, and no rating without reviews', () => {
		const { figures } = card({ description: 'It sends mail.' });
		expect(figures.map(({ quantity }) => quantity)).toEqual([
			{ figure: '', unit: 'not stated' },
			{ figure: '', unit: 'not stated' },
		]);
	});

	test('combines an amount and a percentage', () => {
		const [commission] = card({ commission_amount: 50, currency: 'USD', commission_rate: 10 }).figures;
		expect(commission?.quantity).toEqual({ figure: '$50 + 10', unit: '%' });
	});

	test('shows the words of a commission without figures, or a note if they cannot be drawn', () => {
		const [commission] = card({ commission_text: '$300 per qualified lead that books a demo' }).figures;
		expect(commission?.quantity).toEqual({ figure: '', unit: '$300 per qualified lead that…' });
		expect(card({ commission_text: '要相談' }).figures[0]?.quantity.unit).toBe('quoted on its page');
	});

	test('shows a maximum as such, and the words of contradictory terms', () => {
		const [most] = card({ commission_rate: 60, commission_qualifier: 'up_to' }).figures;
		expect(most?.quantity).toEqual({ figure: 'up to 60', unit: '%' });
		const [contradictory] = card({ commission_text: '20% recurring', offers: CONTRADICTION }).figures;
		expect(contradictory).toEqual({
			label: 'Commission',
			quantity: { figure: '', unit: 'Its source says 20% and 25%' },
			note: '20% recurring',
		});
	});

	test('describes the program if its organization has the same name', () => {
		expect(card({ description: 'It sends mail.' }).about).toBe('It sends mail.');
	});

	test('shows the slug if the name cannot be drawn', () => {
		const name = 'الأمل';
		const organization = { slug: 'al-amal', name };
		expect(card({ slug: 'al-amal', name, organization, description: 'شركة' })).toMatchObject({
			name: 'al-amal',
			about: '',
		});
	});
});

describe('siteCard', () => {
	test('leaves out figures that are 0', () => {
		const { figures } = siteCard(
			{ headline: 'Programs', description: '' },
			{ programs: 2, organizations: 1, reviews: 0 },
		);
		expect(figures.map(({ label }) => label)).toEqual(['Programs', 'Organizations']);
	});
});

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
