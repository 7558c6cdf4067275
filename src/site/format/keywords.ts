/** Names of tracking platforms that are not simply their keyword with a capital letter. */
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

/** A keyword as words: `twice-a-month` is "twice a month", `bi-weekly` stays together. */
export function spaced(keyword: string): string {
	return keyword.replace(/(?<!^(?:bi|semi))-/g, ' ');
}

/** Words with a capital letter at their start. */
export function capitalized(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
