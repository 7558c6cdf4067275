/** The names of tracking platforms, where they are not simply the keyword with a capital letter. */
const PLATFORMS = new Map([
	['cj', 'CJ Affiliate'],
	['clickbank', 'ClickBank'],
	['firstpromoter', 'FirstPromoter'],
	['goaffpro', 'GoAffPro'],
	['impact', 'impact.com'],
	['in-house', 'In-house'],
	['leaddyno', 'LeadDyno'],
	['partnerstack', 'PartnerStack'],
	['shareasale', 'ShareASale'],
]);

/** The name of a tracking platform. */
export function platformName(keyword: string): string {
	return PLATFORMS.get(keyword) ?? capitalized(spaced(keyword));
}

/** The words of a keyword: "twice a month" for `twice-a-month`. `bi-weekly` keeps its hyphen. */
export function spaced(keyword: string): string {
	return keyword.replace(/(?<!^(?:bi|semi))-/g, ' ');
}

/** Words with a capital letter at the start. */
export function capitalized(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
