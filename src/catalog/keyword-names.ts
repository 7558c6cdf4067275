import names from './network-names.json' with { type: 'json' };

/** The network of programs that brands track themselves, without an affiliate network. */
export const IN_HOUSE = 'in-house';

/** Returns the name of an affiliate network. Most follow from their keywords. */
export function networkName(keyword: string): string {
	return Object.hasOwn(names, keyword) ? names[keyword as keyof typeof names] : capitalized(spaced(keyword));
}

/** Replaces a keyword's hyphens with spaces: "twice a month" for `twice-a-month`. `bi-weekly` keeps its hyphen. */
export function spaced(keyword: string): string {
	return keyword.replace(/(?<!^(?:bi|semi))-/g, ' ');
}

export function capitalized(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
