/** The programs selected for comparison. Addresses and browser storage contain them as slugs separated by commas. */
import { COMPARE } from '../addresses.ts';

/** The maximum number of programs in a comparison. More would not fit side by side. */
export const MOST_COMPARED = 4;

/** Reads the slugs in such a list, without duplicates. */
export function parseChoice(list: string | null): string[] {
	return [
		...new Set(
			(list ?? '')
				.split(',')
				.map((slug) => slug.trim())
				.filter(Boolean),
		),
	];
}

export function compareAddress(slugs: readonly string[]): string {
	return slugs.length === 0
		? COMPARE.address
		: `${COMPARE.address}?programs=${slugs.map(encodeURIComponent).join(',')}`;
}

/** Removes a program from the selection, or adds the program if it is not selected and the selection is not full. */
export function toggled(slugs: readonly string[], slug: string): string[] {
	if (slugs.includes(slug)) return slugs.filter((other) => other !== slug);
	return slugs.length < MOST_COMPARED ? [...slugs, slug] : [...slugs];
}

/** Whether two selections contain the same programs, in any order. */
export function isSameChoice(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((slug) => b.includes(slug));
}
