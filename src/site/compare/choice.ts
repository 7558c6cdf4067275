/** Which programs are compared, as an address and the browser's memory hold it: slugs with commas between. */
import { COMPARE } from '../addresses.ts';

/** More do not fit side by side. */
export const MOST_COMPARED = 4;

/** The slugs of a list, each once. */
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

/** The address that compares programs. */
export function compareAddress(slugs: readonly string[]): string {
	return slugs.length === 0
		? COMPARE.address
		: `${COMPARE.address}?programs=${slugs.map(encodeURIComponent).join(',')}`;
}

/** A choice with a program put in, or taken out where it is in. More than fit are not taken. */
export function toggled(slugs: readonly string[], slug: string): string[] {
	if (slugs.includes(slug)) return slugs.filter((other) => other !== slug);
	return slugs.length < MOST_COMPARED ? [...slugs, slug] : [...slugs];
}
