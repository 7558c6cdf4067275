import { describe, expect, test } from 'vitest';
import { parseSynonyms, readSiteSynonyms } from '../../src/build/synonyms.ts';

describe('The file of synonyms', () => {
	test.each([
		['each line lists phrases, whose case, accents and signs do not count', 'CRM,Kunden-Manager,Gérer des clients\n'],
		['spaces around phrases do not count', ' crm , kunden manager,gerer  des clients'],
		['a phrase can be quoted', '"crm","kunden manager","gerer des clients"\r\n'],
		[
			'a line can be empty, and a spreadsheet can add empty cells',
			'\ufeff\n,,,\ncrm,kunden manager,gerer des clients,\n\n',
		],
		['a phrase that is listed twice counts once', 'crm,Crm,kunden manager,gerer-des-clients,gerer des clients\n'],
	])('%s', (_, csv) => {
		expect(parseSynonyms(csv)).toEqual([['crm', 'kunden manager', 'gerer des clients']]);
	});

	test('can be saved by a spreadsheet that separates cells by semicolons', () => {
		expect(parseSynonyms('crm;kundenpflege;kontakte\nvpn;tunnel;\n')).toEqual([
			['crm', 'kundenpflege', 'kontakte'],
			['vpn', 'tunnel'],
		]);
	});

	test('can be empty, for a search without synonyms', () => {
		expect(parseSynonyms('')).toEqual([]);
	});

	test('is refused if quotes do not end, with the line', () => {
		expect(() => parseSynonyms('crm,contact management\n"vpn,network', 'site/synonyms.csv')).toThrow(
			'site/synonyms.csv: line 2: The double quotes are wrong. Remove them, or quote the whole phrase.',
		);
	});

	test('comes with the software, with what people call the same thing', () => {
		const groups = readSiteSynonyms();
		const meansTheSame = (...phrases: string[]) =>
			groups.some((group) => phrases.every((phrase) => group.includes(phrase)));
		expect(meansTheSame('crm', 'customer relationship management')).toBe(true);
		expect(meansTheSame('newsletter', 'email marketing')).toBe(true);
		expect(meansTheSame('help desk', 'customer support')).toBe(true);
	});
});
