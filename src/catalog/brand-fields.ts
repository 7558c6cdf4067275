/** The fields that a brand may propose for its own records. Editors alone decide about all others, such as `verified`. */
import { splitWords } from '../shared/split-words.ts';

export const BRAND_FIELDS: { readonly programs: readonly string[]; readonly organizations: readonly string[] } = {
	programs: splitWords(`
		name description long_description categories commission_type commission_rate commission_qualifier commission_text
		commission_amount commission_duration commission_maximum commission_per commission_months commission_lifetime
		offers cookie_days tracking_platform payout_minimum payout_frequency currency website_url signup_url logo_url
		source_url availability approval approval_days countries attribution deep_links payout_methods restrictions
		restrictions_text epc average_order_value earnings_source_url earnings_at aliases tags
	`),
	organizations: splitWords('name description logo_url website_url'),
};

export type BrandKind = keyof typeof BRAND_FIELDS;
