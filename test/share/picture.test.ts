import { describe, expect, test } from 'vitest';
import { programDetail } from '../../src/catalog/views.ts';
import { categoryPicture, programPicture, sitePicture } from '../../src/share/picture.ts';
import { publishedProgram } from '../support/published-program.ts';

const picture = (fields: Parameters<typeof publishedProgram>[0]) =>
	programPicture(programDetail(publishedProgram(fields)));

describe('programPicture', () => {
	test('says what the program pays, how long its cookie lasts and how it is rated', () => {
		const organization = { slug: 'acme-group', name: 'Acme Group' };
		const terms = { commission_rate: 30, commission_type: 'recurring', cookie_days: 60 } as const;
		expect(picture({ ...terms, organization, rating_average: 4.25, review_count: 8 })).toEqual({
			name: 'Acme',
			about: 'by Acme Group',
			figures: [
				{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' },
				{ label: 'Cookie', quantity: { figure: '60', unit: 'days' }, note: '' },
				{ label: 'Rating', quantity: { figure: '4.3', unit: 'of 5' }, note: '8 reviews' },
			],
		});
	});

	test('says in words what is not known, and has no rating without reviews', () => {
		const { figures } = picture({ description: 'It sends mail.' });
		expect(figures.map(({ quantity }) => quantity)).toEqual([
			{ figure: '', unit: 'not published' },
			{ figure: '', unit: 'not published' },
		]);
	});

	test('puts an amount and a percentage together', () => {
		const [commission] = picture({ commission_amount: 50, currency: 'USD', commission_rate: 10 }).figures;
		expect(commission?.quantity).toEqual({ figure: '$50 + 10', unit: '%' });
	});

	test('describes the program where its organization has the same name', () => {
		expect(picture({ description: 'It sends mail.' }).about).toBe('It sends mail.');
	});

	test('has the slug for a name in letters that cannot be drawn', () => {
		const name = 'الأمل';
		const organization = { slug: 'al-amal', name };
		expect(picture({ slug: 'al-amal', name, organization, description: 'شركة' })).toMatchObject({
			name: 'al-amal',
			about: '',
		});
	});
});

describe('categoryPicture', () => {
	const category = { slug: 'shops', name: 'Shops', description: null, icon: 'tag', program_count: 1200 };

	test('counts the programs and gives the best of their terms', () => {
		const { figures } = categoryPicture(category, { commission_rate: 50, cookie_days: 1 });
		expect(figures.map(({ quantity }) => Object.values(quantity).join(' '))).toEqual(['1,200 ', '50 %', '1 day']);
	});

	test('gives no terms where none are known', () => {
		expect(categoryPicture(category, { commission_rate: null, cookie_days: null }).figures).toHaveLength(1);
	});
});

describe('sitePicture', () => {
	test('leaves out what the directory has none of', () => {
		const { figures } = sitePicture(
			{ name: 'Directory', description: '' },
			{ programs: 2, organizations: 1, reviews: 0 },
		);
		expect(figures.map(({ label }) => label)).toEqual(['Programs', 'Organizations']);
	});
});
