/** The countries of ISO 3166-1, by their two-letter codes. */

/** The codes of groups of countries and of parts of countries, and placeholder codes. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The codes of all countries, in alphabetical order: `AD`, `AE`, … */
export const COUNTRIES: readonly string[] = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
	// Leaves out former codes, such as the Soviet Union's, because `currentCode` returns another code for them.
	(code) => names.of(code) !== undefined && currentCode(code) === code && !NO_COUNTRIES.has(code),
);

/** Returns the official code for a code that may be outdated or informal: `GB` for `UK`. */
export function currentCode(code: string): string | undefined {
	return new Intl.Locale('und', { region: code }).region;
}

/** Returns the name for a country code: `Germany` for `DE`. Text that is not a country code is returned unchanged. */
export function countryName(code: string): string {
	return COUNTRIES.includes(code) ? names.of(code)! : code;
}
