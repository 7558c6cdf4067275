import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../../src/snapshot/terms/language.ts';
import { baseOf, brief, read } from './made.ts';

describe('German words', () => {
	test.each([
		['22 % Provision pro Verkauf', '22% exact, sale'],
		['Bis zu 22 % Provision auf alle Bestellungen', '22% up_to, sale'],
		['Zwischen 12 und 22 Prozent vom Umsatz', '12-22% from, null'],
		['12 bis 22 % Umsatzbeteiligung', '12-22% from, null'],
		['22 % wiederkehrende Provision für 9 Monate', '22% exact, payment, 9 months'],
		['22 % auf jede Rechnung, zwei Jahre lang', '22% exact, payment, 24 months'],
		['22 % im 1. Jahr', '22% exact, payment, 12 months'],
		['22 % lebenslang', '22% exact, payment, for life'],
		['22 % für die gesamte Laufzeit des Vertrags', '22% exact, payment, for life'],
		['22 % auf den ersten Kauf', '22% exact, first_payment'],
		['22 % auf Jahresabos', '22% exact, null (22 % auf Jahresabos)'],
		['Sie erhalten 40 € für jede Anmeldung', 'EUR 40 exact, signup'],
		['40 Euro pro Neukunde', 'EUR 40 exact, customer'],
		['Bis zu 1.250,50 € je Abschluss', 'EUR 1250.5 up_to, sale'],
		['Agenturen: 32 % pro Verkauf. Affiliates: 22 % pro Verkauf.', '22% exact, sale'],
	])('are read in %j', (conditions, expected) => {
		expect(baseOf(conditions, { currency: 'EUR' })).toBe(expected);
	});

	test.each([
		['22 % pro Verkauf, danach 9 % wiederkehrend', null, []],
		['9 € pro Lead und 22 % pro Verkauf', 'EUR 9 exact, lead', ['plus: 22% exact, sale']],
		[
			'22 % für Neukunden, 9 % für Bestandskunden',
			'22% exact, customer',
			['9% exact, null (22 % für Neukunden, 9 % für Bestandskunden)'],
		],
		['Ab 20 Verkäufen 32 %, sonst 22 %', null, []],
	])('are read in the further offers of %j', (conditions, base, further) => {
		const terms = read({ conditions, currency: 'EUR' });
		expect([brief(terms.base), terms.further.map(brief)]).toEqual([base, further]);
	});

	test.each([
		'Ihre Kunden erhalten 15 % Rabatt',
		'Dein Freund spart 15 %',
		'Mindestauszahlung 40 €',
		'Auszahlung erfolgt monatlich ab 40 €',
		'Durchschnittlicher Warenkorb: 90 €',
		'Gutschein über 9 €',
		'Storno-Quote 6 %',
	])('say that the figure is no pay in %j', (conditions) => {
		expect(baseOf(conditions, { currency: 'EUR' })).toBeNull();
	});

	test('are read in the duration and in descriptions', () => {
		expect(baseOf('22% of sales', { duration: '9 Monate' })).toBe('22% exact, payment, 9 months');
		const descriptions = ['Unser Ofen spart 30 % Strom. Partnerprogramm: 22 % pro Verkauf, zzgl. 9 € pro Lead.'];
		const { base, further } = read({ descriptions, currency: 'EUR' });
		expect([brief(base), further.map(brief)]).toEqual(['22% exact, sale', ['plus: EUR 9 exact, lead']]);
	});

	test('of a contradiction are kept', () => {
		const { contradiction } = read({ rate: '12%', conditions: '22 % Provision pro Verkauf' });
		expect(contradiction?.map(({ words }) => words)).toEqual(['22 % Provision pro Verkauf', '12%']);
	});

	test.each(['Earn 22% on Pro plans and Business plans', 'Earn 22% in the first year with Die Bäckerei, des Moines'])(
		'are not seen in %j',
		(text) => {
			expect(inEnglish(text)).toBe(text);
		},
	);
});
