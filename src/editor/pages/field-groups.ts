/** The fields of the form of a record, in groups. */
import { COLUMNS, KEY, type Kind } from '../../catalog/records.ts';

export interface FieldGroup {
	readonly title: string;
	readonly note?: string;
	/** The names of columns. */
	readonly fields: readonly string[];
}

/** The groups of each kind. The fields in no group follow in a last one. */
const GROUPS: { readonly [K in Kind]: readonly FieldGroup[] } = {
	organizations: [{ title: 'Organization', fields: ['slug', 'name', 'description', 'website_url', 'logo_url'] }],
	categories: [{ title: 'Category', fields: ['slug', 'name', 'description', 'icon'] }],
	programs: [
		{
			title: 'Program',
			fields: [
				'slug',
				'name',
				'organization',
				'categories',
				'website_url',
				'signup_url',
				'description',
				'long_description',
			],
		},
		{
			title: 'Commission',
			note: 'Figures that were read from the words are read again when the words change. What you enter stays, and what you empty stays empty.',
			fields: [
				...['commission_type', 'commission_rate', 'commission_amount', 'currency', 'commission_maximum'],
				...['commission_qualifier', 'commission_per', 'commission_every', 'commission_of'],
				...['commission_months', 'commission_lifetime', 'commission_sales', 'commission_cap', 'commission_cap_per'],
				...['commission_until', 'commission_condition', 'commission_reward'],
				...['commission_text', 'commission_duration', 'offers'],
			],
		},
		{
			title: 'Cookie and payout',
			fields: [
				...['cookie_days', 'attribution', 'tracking_platform', 'deep_links'],
				...['payout_minimum', 'payout_frequency', 'payout_methods'],
			],
		},
		{
			title: 'Who can join',
			fields: ['availability', 'approval', 'approval_days', 'countries', 'restrictions', 'restrictions_text'],
		},
		{ title: 'In this directory', fields: ['status', 'verified', 'checked_at', 'source_url', 'featured'] },
		{ title: 'Earnings', fields: ['epc', 'average_order_value', 'earnings_source_url', 'earnings_at'] },
	],
	reviews: [
		{ title: 'Review', fields: ['program', 'rating', 'title', 'body', 'status'] },
		{ title: 'Facts', fields: ['months_in_program', 'paid_on_time', 'approval_days'] },
		{ title: 'Author', fields: ['author_username', 'author_display_name', 'author_avatar_url'] },
	],
};

/** The columns that the form leaves out, because every edit sets them. */
const AUTOMATIC = ['updated_at', 'commission_evidence'];

/** Returns the groups of the form of a kind. The field that identifies the record is only in the form of a new one. */
export function groupsOf(kind: Kind, isNew: boolean): FieldGroup[] {
	const grouped = new Set(GROUPS[kind].flatMap(({ fields }) => fields));
	const others = Object.keys(COLUMNS[kind]).filter((field) => !grouped.has(field) && !AUTOMATIC.includes(field));
	return [...GROUPS[kind], { title: 'More', fields: others }].map(({ fields, ...group }) => ({
		...group,
		fields: fields.filter((field) => isNew || field !== KEY[kind]),
	}));
}

export function fieldsOf(kind: Kind, isNew: boolean): string[] {
	return groupsOf(kind, isNew).flatMap(({ fields }) => fields);
}
