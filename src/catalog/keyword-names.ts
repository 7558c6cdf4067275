/** The tracking platform of programs that brands track themselves, without an affiliate network. */
export const IN_HOUSE = 'in-house';

/** The names of the tracking platforms whose names cannot be derived from their keywords. */
const PLATFORMS = new Map([
	['cj', 'CJ Affiliate'],
	['clickbank', 'ClickBank'],
	['firstpromoter', 'FirstPromoter'],
	['goaffpro', 'GoAffPro'],
	['impact', 'impact.com'],
	[IN_HOUSE, 'In-house'],
	['leaddyno', 'LeadDyno'],
	['partnerstack', 'PartnerStack'],
	['shareasale', 'ShareASale'],
]);

export function platformName(keyword: string): string {
	return PLATFORMS.get(keyword) ?? capitalized(spaced(keyword));
}

/** Replaces a keyword's hyphens with spaces: "twice a month" for `twice-a-month`. `bi-weekly` keeps its hyphen. */
export function spaced(keyword: string): string {
	return keyword.replace(/(?<!^(?:bi|semi))-/g, ' ');
}

export function capitalized(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
