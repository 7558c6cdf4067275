import { COUNTRIES, currentCode } from '../../../catalog/countries.ts';
import { WORLDWIDE } from '../../../catalog/fields.ts';
import { once } from '../../../shared/once.ts';
import type { Read } from './read.ts';

const EVERYWHERE =
	/^(?:world ?wide|global(?:ly)?|all(?: countries)?|international|any|weltweit|alle(?: lander)?|monde(?: entier)?|mondial|tous(?: les pays)?|mundial|todo el mundo|todos|wereldwijd|mondiale|tutti)$/;

/** The codes of countries by their names in several languages. */
const codes = once(
	() =>
		new Map(
			['en', 'de', 'fr', 'es', 'it', 'nl'].flatMap((language) => {
				const names = new Intl.DisplayNames(language, { type: 'region' });
				return COUNTRIES.map((code): [string, string] => [plain(names.of(code)!), code]);
			}),
		),
);

function plain(name: string): string {
	return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Reads countries by their codes or names, such as `DE, USA` or `Deutschland`. */
export function countryCodesIn(text: string): Read {
	const names = text
		.split(/[;,|/\n]/)
		.map((name) => name.trim())
		.filter(Boolean);
	const found = names.map(codeOf);
	const unknown = names.find((_, index) => found[index] === undefined);
	if (unknown === undefined) return { value: [...new Set(found)] };
	return { rule: `countries (“${unknown}” is unknown)`, fix: 'write codes such as DE; US, or worldwide' };
}

function codeOf(name: string): string | undefined {
	if (EVERYWHERE.test(plain(name))) return WORLDWIDE;
	if (name === 'USA') return 'US';
	const code = /^[a-z]{2}$/i.test(name) ? currentCode(name.toUpperCase()) : codes().get(plain(name));
	return code !== undefined && COUNTRIES.includes(code) ? code : undefined;
}
