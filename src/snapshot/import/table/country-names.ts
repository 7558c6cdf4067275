import { COUNTRIES, currentCode } from '../../../catalog/countries.ts';
import { WORLDWIDE } from '../../../catalog/fields.ts';
import type { Read } from './read.ts';

const EVERYWHERE =
	/^(?:world ?wide|global(?:ly)?|all(?: countries)?|international|any|weltweit|alle(?: lander)?|monde(?: entier)?|mondial|tous(?: les pays)?|mundial|todo el mundo|todos|wereldwijd|mondiale|tutti)$/;

/** The codes of countries by their names in several languages. */
const CODES = new Map<string, string>(
	['en', 'de', 'fr', 'es', 'it', 'nl'].flatMap((language) => {
		const names = new Intl.DisplayNames(language, { type: 'region' });
		return COUNTRIES.map((code): [string, string] => [plain(names.of(code)!), code]);
	}),
);

function plain(name: string): string {
	return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Reads countries by their codes or names, such as `DE, USA` or `Deutschland`. */
export function countryCodesIn(text: string): Read {
	if (EVERYWHERE.test(plain(text))) return { value: [WORLDWIDE] };
	const names = text
		.split(/[;,|/\n]/)
		.map((name) => name.trim())
		.filter(Boolean);
	const codes = names.map((name) => {
		const code = /^[a-z]{2}$/i.test(name)
			? currentCode(name.toUpperCase())
			: name === 'USA'
				? 'US'
				: CODES.get(plain(name));
		return code !== undefined && COUNTRIES.includes(code) ? code : undefined;
	});
	const unknown = names.find((_, index) => codes[index] === undefined);
	if (unknown === undefined) return { value: [...new Set(codes)] };
	return { rule: `countries (“${unknown}” is unknown)`, fix: 'write codes such as DE; US, or worldwide' };
}
