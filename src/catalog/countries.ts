/** The countries of ISO 3166-1, by their two-letter codes. */

/** Regions that have a code and a name, but are groups of countries, parts of countries or placeholders. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The codes of all countries, in alphabetical order: `AD`, `AE`, … */
export const COUNTRIES: readonly string[] = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
	// Leaves out former codes, such as the Soviet Union's, because `currentCode` returns another code for them.
	(code) => names.of(code) !== undefined && currentCode(code) === code && !NO_COUNTRIES.has(code),
);

/** The official code for a code that may be outdated or informal: `GB` for `UK`. */
export function currentCode(code: string): string | undefined {
	return new Intl.Locale('und', { region: code }).region;
}

/** The name of the country with a code: `Germany` for `DE`. Any other text is returned unchanged. */
export function countryName(code: string): string {
	return COUNTRIES.includes(code) ? names.of(code)! : code;
}
