/** Tables as people in several countries write them. */
import { describe, expect, test } from 'vitest';
import { guessMapping } from '../../../../src/snapshot/import/table/guess-mapping.ts';
import { fieldsOf, planOf, programsIn, tableOf } from './made.ts';

describe('a French table', () => {
	const table = tableOf(
		'Programmes d’affiliation;;;;;;;;',
		'Marque;Site web;Lien d’inscription;Taux de commission;Récurrent ?;Durée du cookie;Catégorie;Paiement minimum;Ajouté le',
		'Alizé;www.alize.example;https://alize.example/affiliation;12,5 %;oui;30 jours;E-mailing;50,00 €;03/04/2026',
		'Brume;brume.example;https://brume.example/partenaires;jusqu’à 40 %;non;1 an;CRM, Ventes;1 234,50 €;18/04/2026',
		'Cime;cime.example;https://cime.example/p;25 € par vente;non;n.c.;CRM;-;15 janvier 2026',
	);

	test('is understood', () => {
		expect(fieldsOf(table)).toEqual({
			Marque: 'name',
			'Site web': 'website_url',
			'Lien d’inscription': 'signup_url',
			'Taux de commission': 'commission',
			'Récurrent ?': 'commission_type',
			'Durée du cookie': 'cookie_days',
			Catégorie: 'categories',
			'Paiement minimum': 'payout_minimum',
			'Ajouté le': 'created_at',
		});
		expect(planOf(table).writes.programs).toMatchObject([
			{
				slug: 'alize',
				organization: 'alize',
				website_url: 'https://www.alize.example',
				commission_type: 'recurring',
				commission_rate: 12.5,
				cookie_days: 30,
				categories: ['e-mailing'],
				payout_minimum: 50,
				currency: 'EUR',
				created_at: '2026-04-03T00:00:00Z',
			},
			{
				commission_type: 'one_time',
				commission_rate: 40,
				commission_qualifier: 'up_to',
				commission_text: 'jusqu’à 40 %',
				cookie_days: 365,
				categories: ['crm', 'ventes'],
				payout_minimum: 1234.5,
				created_at: '2026-04-18T00:00:00Z',
			},
			{
				commission_amount: 25,
				commission_per: 'sale',
				currency: 'EUR',
				cookie_days: null,
				payout_minimum: null,
				created_at: '2026-01-15T00:00:00Z',
			},
		]);
	});

	test('is imported without errors and questions', () => {
		expect(guessMapping(table).questions).toEqual([]);
		const plan = planOf(table);
		expect(plan.problems).toEqual([]);
		expect(plan.added).toMatchObject({ organizations: 3, categories: 3, programs: 3 });
	});
});

test('a Spanish table is understood', () => {
	const table = tableOf(
		'Nombre,Página web,Enlace de afiliado,Comisión,Tipo,Duración de la cookie,Categoría,Pago mínimo,Verificado',
		'Nube,https://nube.example,https://nube.example/afiliados,"35% durante 12 meses",recurrente,90 días,Alojamiento,$100,sí',
		'Roca,https://roca.example,https://roca.example/afiliados,"100 $ por venta",pago único,45 días,Finanzas,"$1,000",no',
	);
	expect(planOf(table).writes.programs).toMatchObject([
		{
			name: 'Nube',
			signup_url: 'https://nube.example/afiliados',
			commission_type: 'recurring',
			commission_rate: 35,
			commission_months: 12,
			commission_per: 'payment',
			cookie_days: 90,
			payout_minimum: 100,
			currency: 'USD',
			verified: true,
		},
		{ commission_type: 'one_time', commission_amount: 100, cookie_days: 45, payout_minimum: 1000, verified: false },
	]);
	expect(planOf(table).problems).toEqual([]);
});

test('a Dutch table is understood', () => {
	const table = tableOf(
		'Naam\tWebsite\tAanmelden\tCommissie\tSoort commissie\tCookieduur\tBranche\tUitbetaling vanaf\tLaatst gecontroleerd',
		'Molen\tmolen.example\tmolen.example/partner\t7,5%\teenmalig\t30 dagen\tMarketing\t€ 25,-\t18-4-2026',
		'Gracht\tgracht.example\tgracht.example/partner\t€ 12,50\tterugkerend\t24 uur\tHosting\t€ 25,-\t1-5-2026',
	);
	expect(programsIn(table)).toMatchObject([
		{ commission_rate: 7.5, commission_type: 'one_time', cookie_days: 30, payout_minimum: 25, currency: 'EUR' },
		{ commission_amount: 12.5, commission_type: 'recurring', cookie_days: 1, checked_at: '2026-05-01T00:00:00Z' },
	]);
	expect(planOf(table).problems).toEqual([]);
});

test('an Italian table is understood', () => {
	const table = tableOf(
		'Nome programma|Sito web|Iscrizione|Provvigione|Durata cookie|Settore|Descrizione|Soglia di pagamento',
		'Onda|https://onda.example|https://onda.example/affiliati|fino al 30%|60 giorni|Turismo|Prenota viaggi in tutta Italia con un solo clic|50 euro',
		'Vetta|https://vetta.example|https://vetta.example/affiliati|15% ricorrente|30 giorni|Sport|Attrezzatura per la montagna, spedita in due giorni|50 euro',
	);
	expect(planOf(table).writes.programs).toMatchObject([
		{
			commission_rate: 30,
			commission_qualifier: 'up_to',
			commission_type: null,
			cookie_days: 60,
			payout_minimum: 50,
		},
		{ commission_rate: 15, commission_type: 'recurring', currency: 'EUR', categories: ['sport'] },
	]);
	expect(planOf(table).problems).toEqual([]);
});

test('a table in an unknown language is understood by its values, with questions', () => {
	const table = tableOf(
		'Ohjelma,Osoite,Liity,Palkkio,Eväste',
		'Acme,https://acme.example,https://acme.example/join/now,20%,30 days',
		'Bolt,https://bolt.example,https://bolt.example/partners/new,15%,60 days',
		'Cask,https://cask.example,https://cask.example/affiliates/x,$25,90 days',
	);
	expect(fieldsOf(table)).toEqual({
		Ohjelma: 'name',
		Osoite: 'website_url',
		Liity: 'signup_url',
		Palkkio: 'commission',
		Eväste: 'cookie_days',
	});
	const { questions } = guessMapping(table);
	expect(questions.map(({ text }) => /“(.*?)”/.exec(text)?.[1])).toEqual(Object.keys(fieldsOf(table)));
});
