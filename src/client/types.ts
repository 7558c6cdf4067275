/** The records and parameters of the API. `npm test -- test/client/package/client-types.test.ts -u` writes this file. */

/** The codes of errors. */
export type ErrorCode =
	| 'INVALID_PARAMETER'
	| 'MISSING_API_KEY'
	| 'INVALID_API_KEY'
	| 'REVOKED_API_KEY'
	| 'EXPIRED_API_KEY'
	| 'INSUFFICIENT_SCOPE'
	| 'NOT_CLAIMED'
	| 'NOT_FOUND'
	| 'METHOD_NOT_ALLOWED'
	| 'CONFLICT'
	| 'SNAPSHOT_GONE'
	| 'PRECONDITION_FAILED'
	| 'BODY_TOO_LARGE'
	| 'UNSUPPORTED_MEDIA_TYPE'
	| 'RANGE_NOT_SATISFIABLE'
	| 'INVALID_BODY'
	| 'RATE_LIMITED'
	| 'TOO_MANY_FAILED_KEYS'
	| 'INTERNAL_ERROR'
	| 'UNAVAILABLE';

/** What the exported files are. */
export interface AboutExport {
	/** The ID of the data version. */
	snapshot: string;
	/** The name of the directory. */
	name: string;
	/** The address of the directory. */
	url: string;
	/** The license of the data. Null if the directory names none. */
	license: License | null;
	/** The sources that want to be named. */
	credits: Credit[];
	/** The number of organizations. */
	organizations: number;
	/** The number of categories. */
	categories: number;
	/** The number of published programs. */
	programs: number;
	/** The number of published reviews. */
	reviews: number;
}

/** The views and clicks in a period. */
export interface Analytics {
	/** The slug of the program or organization. */
	slug: string;
	/** The first day of the period. */
	from: string;
	/** The last day of the period. */
	to: string;
	/** How often people opened the page of the program. Null if views were not counted then. */
	views: number | null;
	/** How often they followed its link to apply. Null if clicks were not counted then. */
	clicks: number | null;
	/** All days of the period, oldest first. */
	days: DayViews[];
	/** The sites that most visitors came from, at most 100. */
	sites: SiteViews[];
}

/** The author of a review. */
export interface Author {
	/** The unique name of the author. */
	username: string;
	/** The author’s display name, the same in all of their reviews. */
	display_name: string;
	/** The URL of the author’s picture, the same in all of their reviews. */
	avatar_url: string | null;
}

/** A category with its description. */
export interface Category {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** The number of its programs in this directory. */
	program_count: number;
	/** The name of its Lucide icon. */
	icon: string;
	/** A description of its programs. */
	description: string | null;
}

/** A category in the list of categories. */
export interface CategoryListItem {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** The number of its programs in this directory. */
	program_count: number;
	/** The name of its Lucide icon. */
	icon: string;
}

/** A change to a published record. */
export type Change =
	| RecordChange<'category', Category>
	| RecordChange<'organization', Organization>
	| RecordChange<'program', Program>
	| RecordChange<'review', Review>;

/** A change to a published record of one kind. */
export interface RecordChange<Kind, Fields> {
	/** The kind of record. */
	kind: Kind;
	/** The slug of the record; for a review, its ID. */
	id: string;
	/** The kind of change. */
	op: 'added' | 'changed' | 'removed';
	/** When the change was published. */
	at: string;
	/** The former slug or ID of the record, if an added record was renamed. The record with that slug or ID was removed at the same time. */
	renamed_from?: string | undefined;
	/** The slug or ID of the record that replaces a removed one, if it was renamed or merged. */
	successor?: string | undefined;
	/** The fields that changed in the record’s detail response, each with its old and new value. For an added record, these are all fields. Added records and hidden changes have null as the old value and the current one as the new. Missing if this change or a later one removed the record. Values that named a record removed later are null. */
	fields?: ChangedFields<Fields> | undefined;
}

/** The fields of a record that changed, each with its old and new value. */
export type ChangedFields<Fields> = {
	[Name in keyof Fields]?: [Fields[Name] | null, Fields[Name] | null];
};

/** A source that wants to be named. */
export interface Credit {
	/** The name. */
	name: string;
	/** The address. */
	url: string;
	/** The license of its data. */
	license?: License | undefined;
}

/** The views and clicks of a day. */
export interface DayViews {
	/** The day in UTC. */
	day: string;
	/** How often people opened the page of the program. Null if views were not counted then. */
	views: number | null;
	/** How often they followed its link to apply. Null if clicks were not counted then. */
	clicks: number | null;
}

/** A file with all published records of one kind or of all kinds, or the file that says what the others are. */
export interface ExportedFile {
	/** The file name, which is the last segment of the address. */
	name: 'programs.ndjson' | 'organizations.ndjson' | 'categories.ndjson' | 'reviews.ndjson' | 'directory.sqlite' | 'export.json';
	/** The address. */
	url: string;
	/** The number of records. */
	records: number;
	/** The ID of the data version. */
	snapshot: string;
	/** The encodings; empty until the server has made the file. */
	encodings: ExportedForm[];
}

/** The size and the checksum of an exported file in one encoding. */
export interface ExportedForm {
	/** The encoding, as in `Accept-Encoding`. */
	encoding: 'identity' | 'gzip';
	/** The size in bytes. */
	bytes: number;
	/** The SHA-256 of the bytes, in hex. */
	sha256: string;
}

/** A value of a filter. */
export interface FacetValue {
	/** The value, as you send it in the filter. */
	value: string;
	/** The number of programs with this value. */
	count: number;
}

/** A license. */
export interface License {
	/** The name. */
	name: string;
	/** The address. */
	url: string;
}

/** A platform that tracks the sales of programs. */
export interface Network {
	/** The value of `tracking_platform` in its programs and in filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** The number of its programs in this directory. */
	program_count: number;
}

/** What a program pays under one condition, or one of several contradictory statements of what it pays. */
export interface Offer {
	/** The percentage. */
	rate: number | null;
	/** The amount, in the currency of the program. */
	amount: number | null;
	/** Exact, a minimum, a maximum, or one of two figures. */
	qualifier: 'exact' | 'from' | 'up_to' | 'either';
	/** The upper end of a range. */
	maximum: number | null;
	/** The event that it is paid for. */
	per: 'payment' | 'first_payment' | 'sale' | 'lead' | 'signup' | 'other' | null;
	/** How long it is paid. */
	months: number | null;
	/** Whether it is paid for life. */
	lifetime: boolean;
	/** The condition, or the words of a contradictory statement. */
	condition: string;
	/** The place of a contradictory statement, null for an offer. */
	stated_in: 'rate' | 'duration' | 'conditions' | 'description' | null;
}

/** A brand that runs programs. */
export interface Organization {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** The URL of its logo. */
	logo_url: string | null;
	/** The address of its website. */
	website_url: string | null;
	/** A description of its business. */
	description: string | null;
	/** Its plan with this directory. */
	plan: string;
	/** The number of its programs in this directory. */
	program_count: number;
	/** When it was added to the directory. */
	created_at: string;
}

/** The views and clicks of an organization's programs in a period. */
export interface OrganizationAnalytics {
	/** The slug of the program or organization. */
	slug: string;
	/** The first day of the period. */
	from: string;
	/** The last day of the period. */
	to: string;
	/** How often people opened the page of the program. Null if views were not counted then. */
	views: number | null;
	/** How often they followed its link to apply. Null if clicks were not counted then. */
	clicks: number | null;
	/** All days of the period, oldest first. */
	days: DayViews[];
	/** The sites that most visitors came from, at most 100. */
	sites: SiteViews[];
	/** All its programs, those with the most views first. */
	programs: ProgramViews[];
}

/** The size of the whole list. */
export interface PageMeta {
	/** The number of this page, starting at 1. */
	page: number;
	/** The maximum number of results on a page. */
	per_page: number;
	/** The number of results on all pages. */
	total: number;
	/** The number of pages; 0 if there are no results. */
	total_pages: number;
}

/** The position of the page in the list. */
export interface Pagination {
	/** The number of this page, starting at 1. */
	page: number;
	/** The maximum number of results on a page. */
	per_page: number;
	/** Whether there are more pages after this one. */
	has_more: boolean;
}

/** A program with all its published facts. */
export interface Program {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** One short sentence, shown in lists. */
	description: string;
	/** Whether it pays each month, once per sale, both, or in tiers. */
	commission_type: 'recurring' | 'one_time' | 'hybrid' | 'tiered';
	/** Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee. */
	commission_rate: number | null;
	/** Cookie duration: how many days after a click a sale still counts (0 means only in the same session). */
	cookie_days: number | null;
	/** The affiliate network that tracks its sales, or in-house. */
	tracking_platform: string | null;
	/** Whether the editors have verified the program. */
	verified: boolean;
	/** The average rating from 1 to 5, with one decimal; 0 if review_count is 0. */
	rating: number;
	/** The number of published reviews. */
	review_count: number;
	/** The URL of its logo. */
	logo_url: string | null;
	/** Its categories, in the order that the editors chose. */
	categories: Reference[];
	/** When it was added to the directory. */
	created_at: string;
	/** The text on its own page, in Markdown. */
	long_description: string;
	/** Payout threshold, in the currency of the program. */
	payout_minimum: number | null;
	/** How often it pays out. */
	payout_frequency: string | null;
	/** The address of its website. */
	website_url: string;
	/** The address where publishers apply. */
	signup_url: string | null;
	/** The organization that runs it. */
	organization: Reference;
	/** When the entry was last changed. */
	updated_at: string;
	/** Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage. This field is an extension. */
	commission_qualifier: 'exact' | 'from' | 'up_to' | 'either' | null;
	/** The commission in the program’s own words. This field is an extension. */
	commission_text: string | null;
	/** A flat fee per sale, lead or other event, in the currency of the program. This field is an extension. */
	commission_amount: number | null;
	/** How long a recurring commission is paid. This field is an extension. */
	commission_duration: string | null;
	/** The currency of all its amounts, as an ISO 4217 code. This field is an extension. */
	currency: string | null;
	/** The upper end of a range of rates or amounts. This field is an extension. */
	commission_maximum: number | null;
	/** The event that its commission is paid for. This field is an extension. */
	commission_per: 'payment' | 'first_payment' | 'sale' | 'lead' | 'signup' | 'other' | null;
	/** For how many months its commission is paid. This field is an extension. */
	commission_months: number | null;
	/** Whether its commission is paid for life. This field is an extension. */
	commission_lifetime: boolean;
	/** What else it pays (tiers, plans, later months), and contradictory statements of its commission. This field is an extension. */
	offers: Offer[];
	/** When an editor last checked the terms. This field is an extension. */
	checked_at: string | null;
	/** The address of the page with the terms that the editor checked. This field is an extension. */
	source_url: string | null;
	/** The name of the registry that its facts were imported from. This field is an extension. */
	source_name: string | null;
	/** The date that the registry gives for these facts. This field is an extension. */
	imported_at: string | null;
	/** Whether publishers can join it. This field is an extension. */
	availability: 'open' | 'invitation' | 'waitlist' | 'closed' | null;
	/** Whether it accepts publishers automatically or after a manual check. This field is an extension. */
	approval: 'automatic' | 'manual' | null;
	/** The maximum number of business days to accept a publisher (0 means at once). This field is an extension. */
	approval_days: number | null;
	/** The countries whose publishers may join. This field is an extension. */
	countries: string[] | null;
	/** The click that a sale is credited to. This field is an extension. */
	attribution: string | null;
	/** Whether publishers can link to any page of its website. This field is an extension. */
	deep_links: boolean | null;
	/** Its payout methods. This field is an extension. */
	payout_methods: string[] | null;
	/** The kinds of promotion that it does not allow. This field is an extension. */
	restrictions: string[] | null;
	/** The restrictions in the program’s own words. This field is an extension. */
	restrictions_text: string | null;
	/** Average earnings per click, in the currency of the program, always with a source and a date. This field is an extension. */
	epc: number | null;
	/** Average order value, in the currency of the program, always with a source and a date. This field is an extension. */
	average_order_value: number | null;
	/** The address of the page with the earnings per click or the average order value. This field is an extension. */
	earnings_source_url: string | null;
	/** The date of the earnings per click or the average order value. This field is an extension. */
	earnings_at: string | null;
	/** Its other and former names, which the search finds too. This field is an extension. */
	aliases: string[] | null;
	/** What it is about, in more detail than its categories. This field is an extension. */
	tags: string[] | null;
}

/** A program in the list of all programs. */
export interface ProgramListItem {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** One short sentence, shown in lists. */
	description: string;
	/** Whether it pays each month, once per sale, both, or in tiers. */
	commission_type: 'recurring' | 'one_time' | 'hybrid' | 'tiered';
	/** Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee. */
	commission_rate: number | null;
	/** Cookie duration: how many days after a click a sale still counts (0 means only in the same session). */
	cookie_days: number | null;
	/** The affiliate network that tracks its sales, or in-house. */
	tracking_platform: string | null;
	/** Whether the editors have verified the program. */
	verified: boolean;
	/** The average rating from 1 to 5, with one decimal; 0 if review_count is 0. */
	rating: number;
	/** The number of published reviews. */
	review_count: number;
	/** The URL of its logo. */
	logo_url: string | null;
	/** The names of its categories, in the order that the editors chose. */
	categories: string[];
	/** When it was added to the directory. */
	created_at: string;
	/** The name of its organization. */
	brand_name: string;
	/** The same as commission_rate. */
	commission_percent: number | null;
	/** The same as cookie_days. */
	cookie_duration_days: number | null;
	/** The same as rating. */
	average_rating: number;
	/** The same as verified. */
	is_verified: boolean;
	/** Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage. This field is an extension. */
	commission_qualifier: 'exact' | 'from' | 'up_to' | 'either' | null;
	/** The commission in the program’s own words. This field is an extension. */
	commission_text: string | null;
	/** A flat fee per sale, lead or other event, in the currency of the program. This field is an extension. */
	commission_amount: number | null;
	/** How long a recurring commission is paid. This field is an extension. */
	commission_duration: string | null;
	/** The currency of all its amounts, as an ISO 4217 code. This field is an extension. */
	currency: string | null;
	/** The text on its own page, in Markdown. Only if requested with `fields`. This field is an extension. */
	long_description?: string | undefined;
	/** Payout threshold, in the currency of the program. Only if requested with `fields`. This field is an extension. */
	payout_minimum?: number | null | undefined;
	/** How often it pays out. Only if requested with `fields`. This field is an extension. */
	payout_frequency?: string | null | undefined;
	/** The address of its website. Only if requested with `fields`. This field is an extension. */
	website_url?: string | undefined;
	/** The address where publishers apply. Only if requested with `fields`. This field is an extension. */
	signup_url?: string | null | undefined;
	/** The organization that runs it. Only if requested with `fields`. This field is an extension. */
	organization?: Reference | undefined;
	/** When the entry was last changed. Only if requested with `fields`. This field is an extension. */
	updated_at?: string | undefined;
	/** The upper end of a range of rates or amounts. Only if requested with `fields`. This field is an extension. */
	commission_maximum?: number | null | undefined;
	/** The event that its commission is paid for. Only if requested with `fields`. This field is an extension. */
	commission_per?: 'payment' | 'first_payment' | 'sale' | 'lead' | 'signup' | 'other' | null | undefined;
	/** For how many months its commission is paid. Only if requested with `fields`. This field is an extension. */
	commission_months?: number | null | undefined;
	/** Whether its commission is paid for life. Only if requested with `fields`. This field is an extension. */
	commission_lifetime?: boolean | undefined;
	/** What else it pays (tiers, plans, later months), and contradictory statements of its commission. Only if requested with `fields`. This field is an extension. */
	offers?: Offer[] | undefined;
	/** When an editor last checked the terms. Only if requested with `fields`. This field is an extension. */
	checked_at?: string | null | undefined;
	/** The address of the page with the terms that the editor checked. Only if requested with `fields`. This field is an extension. */
	source_url?: string | null | undefined;
	/** The name of the registry that its facts were imported from. Only if requested with `fields`. This field is an extension. */
	source_name?: string | null | undefined;
	/** The date that the registry gives for these facts. Only if requested with `fields`. This field is an extension. */
	imported_at?: string | null | undefined;
	/** Whether publishers can join it. Only if requested with `fields`. This field is an extension. */
	availability?: 'open' | 'invitation' | 'waitlist' | 'closed' | null | undefined;
	/** Whether it accepts publishers automatically or after a manual check. Only if requested with `fields`. This field is an extension. */
	approval?: 'automatic' | 'manual' | null | undefined;
	/** The maximum number of business days to accept a publisher (0 means at once). Only if requested with `fields`. This field is an extension. */
	approval_days?: number | null | undefined;
	/** The countries whose publishers may join. Only if requested with `fields`. This field is an extension. */
	countries?: string[] | null | undefined;
	/** The click that a sale is credited to. Only if requested with `fields`. This field is an extension. */
	attribution?: string | null | undefined;
	/** Whether publishers can link to any page of its website. Only if requested with `fields`. This field is an extension. */
	deep_links?: boolean | null | undefined;
	/** Its payout methods. Only if requested with `fields`. This field is an extension. */
	payout_methods?: string[] | null | undefined;
	/** The kinds of promotion that it does not allow. Only if requested with `fields`. This field is an extension. */
	restrictions?: string[] | null | undefined;
	/** The restrictions in the program’s own words. Only if requested with `fields`. This field is an extension. */
	restrictions_text?: string | null | undefined;
	/** Average earnings per click, in the currency of the program, always with a source and a date. Only if requested with `fields`. This field is an extension. */
	epc?: number | null | undefined;
	/** Average order value, in the currency of the program, always with a source and a date. Only if requested with `fields`. This field is an extension. */
	average_order_value?: number | null | undefined;
	/** The address of the page with the earnings per click or the average order value. Only if requested with `fields`. This field is an extension. */
	earnings_source_url?: string | null | undefined;
	/** The date of the earnings per click or the average order value. Only if requested with `fields`. This field is an extension. */
	earnings_at?: string | null | undefined;
	/** Its other and former names, which the search finds too. Only if requested with `fields`. This field is an extension. */
	aliases?: string[] | null | undefined;
	/** What it is about, in more detail than its categories. Only if requested with `fields`. This field is an extension. */
	tags?: string[] | null | undefined;
}

/** The views and clicks of a program. */
export interface ProgramViews {
	/** The slug of the program. */
	slug: string;
	/** How often people opened the page of the program. Null if views were not counted then. */
	views: number | null;
	/** How often they followed its link to apply. Null if clicks were not counted then. */
	clicks: number | null;
}

/** A change that you have proposed. */
export interface Proposal {
	/** Its ID, which starts with `prop_`. */
	id: string;
	/** What it is about. */
	kind: 'program' | 'organization' | 'review' | 'report';
	/** The slug of the record that it is about. */
	target: string;
	/** The fields that you have proposed, with their values. */
	fields: { [name: string]: unknown };
	/** The values of these fields when you proposed it. */
	base: { [name: string]: unknown } | null;
	/** `pending` until an editor decides, then `accepted` or `rejected`, or `withdrawn` if you have withdrawn it. */
	status: 'pending' | 'accepted' | 'rejected' | 'withdrawn';
	/** What the editor says about the decision. */
	reason: string | null;
	/** When you proposed it. */
	created_at: string;
	/** When it was accepted, rejected or withdrawn. */
	settled_at: string | null;
}

/** A program in the list of a category or an organization. */
export interface ReducedProgram {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
	/** One short sentence, shown in lists. */
	description: string;
	/** Whether it pays each month, once per sale, both, or in tiers. */
	commission_type: 'recurring' | 'one_time' | 'hybrid' | 'tiered';
	/** Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee. */
	commission_rate: number | null;
	/** Cookie duration: how many days after a click a sale still counts (0 means only in the same session). */
	cookie_days: number | null;
	/** Whether the editors have verified the program. */
	verified: boolean;
	/** The average rating from 1 to 5, with one decimal; 0 if review_count is 0. */
	rating: number;
	/** The number of published reviews. */
	review_count: number;
}

/** The slug and the name of another resource. */
export interface Reference {
	/** Its identifier in paths and filters. */
	slug: string;
	/** Its display name. */
	name: string;
}

/** A former slug in a parameter. */
export interface RenamedValue {
	/** The name of the parameter. */
	parameter: string;
	/** The former slug, as you sent it. */
	value: string;
	/** The slug of the record now, which was used instead. */
	now: string;
}

/** A review with the program that it is about. */
export interface Review {
	/** Its identifier in paths: rev_ followed by letters, digits, _ or -. */
	id: string;
	/** From 1 to 5, in steps of 0.5. */
	rating: number;
	/** A headline. */
	title: string;
	/** The review in plain text. */
	body: string;
	/** Who wrote it. */
	author: Author;
	/** The number of readers who found it helpful. */
	upvotes: number;
	/** When it was written; lists show the newest first. */
	created_at: string;
	/** The reviewed program. */
	program: Reference;
	/** When the entry was last changed. */
	updated_at: string;
	/** How many months the author had been in the program. This field is an extension. */
	months_in_program: number | null;
	/** Whether the program paid the author on time. This field is an extension. */
	paid_on_time: 'yes' | 'sometimes' | 'no' | null;
	/** How many days the author waited for approval. This field is an extension. */
	approval_days: number | null;
}

/** A review in the list of a program’s reviews. */
export interface ReviewListItem {
	/** Its identifier in paths: rev_ followed by letters, digits, _ or -. */
	id: string;
	/** From 1 to 5, in steps of 0.5. */
	rating: number;
	/** A headline. */
	title: string;
	/** The review in plain text. */
	body: string;
	/** Who wrote it. */
	author: Author;
	/** The number of readers who found it helpful. */
	upvotes: number;
	/** When it was written; lists show the newest first. */
	created_at: string;
}

/** The size of the whole list of results. */
export interface SearchMeta {
	/** The number of this page, starting at 1. */
	page: number;
	/** The maximum number of results on a page. */
	per_page: number;
	/** The number of results on all pages. */
	total: number;
	/** The number of pages; 0 if there are no results. */
	total_pages: number;
	/** If nothing matches `q`, a similar text that has results with the same filters. This field is an extension. */
	did_you_mean?: string | undefined;
	/** The values of filters that no program has, if there are any. This field is an extension. */
	unknown_values?: UnknownValue[] | undefined;
	/** The former slugs of renamed or merged records, if you sent any. This field is an extension. */
	renamed?: RenamedValue[] | undefined;
}

/** The views and clicks of visitors who came from one site. */
export interface SiteViews {
	/** The host of the site, `other` for sites beyond the first 20 of a day, or null if it is unknown. */
	site: string | null;
	/** How often people opened the page of the program. */
	views: number;
	/** How often they followed its link to apply. */
	clicks: number;
}

/** A value of a filter that no program has. */
export interface UnknownValue {
	/** The name of the filter. */
	parameter: string;
	/** The value. */
	value: string;
	/** Values that programs have: first the most similar, then the most common. */
	known: string[];
}

/** An address of yours that receives events. */
export interface Webhook {
	/** Its ID, which starts with `wh_`. */
	id: string;
	/** The https address that receives the events. */
	url: string;
	/** The events that it receives. */
	events: ('release.published' | 'proposal.settled')[];
	/** Whether it receives events. */
	enabled: boolean;
	/** Why it receives nothing: its `owner` switched it off, it was `failing` for a day, it answered 410 (`gone`), or its `secret` cannot be read any more and must be rotated. */
	disabled_reason: 'owner' | 'failing' | 'gone' | 'secret' | null;
	/** When it was switched off. */
	disabled_at: string | null;
	/** Until when events are signed with the previous secret too. */
	previous_secret_until: string | null;
	/** When it was added. */
	created_at: string;
	/** When it was changed last. */
	updated_at: string;
}

/** An event that was sent to a webhook, or waits to be sent. */
export interface WebhookDelivery {
	/** Its ID, which starts with `dlv_`. */
	id: string;
	/** The ID of the event: the header `webhook-id`. */
	event_id: string;
	/** The kind of event. */
	event: 'release.published' | 'proposal.settled' | 'webhook.test';
	/** `waiting` until it is `delivered`, or given up after a day (`failed`). */
	status: 'waiting' | 'delivered' | 'failed';
	/** How often it was sent. */
	attempts: number;
	/** The status of the last response; null if there was none. */
	response_status: number | null;
	/** Why the last attempt failed. */
	error: string | null;
	/** When the event happened. */
	created_at: string;
	/** When it was sent last. */
	tried_at: string | null;
	/** When it is sent again. */
	next_attempt_at: string | null;
}

/** A webhook with its new secret. */
export interface WebhookWithSecret {
	/** Its ID, which starts with `wh_`. */
	id: string;
	/** The https address that receives the events. */
	url: string;
	/** The events that it receives. */
	events: ('release.published' | 'proposal.settled')[];
	/** Whether it receives events. */
	enabled: boolean;
	/** Why it receives nothing: its `owner` switched it off, it was `failing` for a day, it answered 410 (`gone`), or its `secret` cannot be read any more and must be rotated. */
	disabled_reason: 'owner' | 'failing' | 'gone' | 'secret' | null;
	/** When it was switched off. */
	disabled_at: string | null;
	/** Until when events are signed with the previous secret too. */
	previous_secret_until: string | null;
	/** When it was added. */
	created_at: string;
	/** When it was changed last. */
	updated_at: string;
	/** The secret that signs its events. It is never shown again. */
	secret: string;
}

/** The body of “Propose a program”. */
export interface CreateProgramBody {
	/** Its identifier in paths and filters. */
	slug: string;
	/** The organization that runs it. */
	organization: string;
	/** Its display name. */
	name: string;
	/** One short sentence, shown in lists. */
	description?: string | undefined;
	/** The text on its own page, in Markdown. */
	long_description?: string | undefined;
	/** Its categories, in display order. */
	categories?: string[] | undefined;
	/** Whether it pays each month, once per sale, both, or in tiers. */
	commission_type: 'recurring' | 'one_time' | 'hybrid' | 'tiered';
	/** Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee. */
	commission_rate?: number | null | undefined;
	/** Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage. */
	commission_qualifier?: 'exact' | 'from' | 'up_to' | 'either' | null | undefined;
	/** The commission in the program’s own words. */
	commission_text?: string | null | undefined;
	/** A flat fee per sale, lead or other event, in the currency of the program. */
	commission_amount?: number | null | undefined;
	/** How long a recurring commission is paid. */
	commission_duration?: string | null | undefined;
	/** The upper end of a range of rates or amounts. */
	commission_maximum?: number | null | undefined;
	/** The event that its commission is paid for. */
	commission_per?: 'payment' | 'first_payment' | 'sale' | 'lead' | 'signup' | 'other' | null | undefined;
	/** For how many months its commission is paid. */
	commission_months?: number | null | undefined;
	/** Whether its commission is paid for life. */
	commission_lifetime?: boolean | undefined;
	/** What else it pays (tiers, plans, later months), and contradictory statements of its commission. */
	offers?: Offer[] | undefined;
	/** Cookie duration: how many days after a click a sale still counts (0 means only in the same session). */
	cookie_days?: number | null | undefined;
	/** The affiliate network that tracks its sales, or in-house. */
	tracking_platform?: string | null | undefined;
	/** Payout threshold, in the currency of the program. */
	payout_minimum?: number | null | undefined;
	/** How often it pays out. */
	payout_frequency?: string | null | undefined;
	/** The currency of all its amounts, as an ISO 4217 code. */
	currency?: string | null | undefined;
	/** The address of its website. */
	website_url: string;
	/** The address where publishers apply. */
	signup_url?: string | null | undefined;
	/** The URL of its logo. */
	logo_url?: string | null | undefined;
	/** The address of the page with the terms that the editor checked. */
	source_url?: string | null | undefined;
	/** Whether publishers can join it. */
	availability?: 'open' | 'invitation' | 'waitlist' | 'closed' | null | undefined;
	/** Whether it accepts publishers automatically or after a manual check. */
	approval?: 'automatic' | 'manual' | null | undefined;
	/** The maximum number of business days to accept a publisher (0 means at once). */
	approval_days?: number | null | undefined;
	/** The countries whose publishers may join. */
	countries?: string[] | null | undefined;
	/** The click that a sale is credited to. */
	attribution?: string | null | undefined;
	/** Whether publishers can link to any page of its website. */
	deep_links?: boolean | null | undefined;
	/** Its payout methods. */
	payout_methods?: string[] | null | undefined;
	/** The kinds of promotion that it does not allow. */
	restrictions?: string[] | null | undefined;
	/** The restrictions in the program’s own words. */
	restrictions_text?: string | null | undefined;
	/** Average earnings per click, in the currency of the program, always with a source and a date. */
	epc?: number | null | undefined;
	/** Average order value, in the currency of the program, always with a source and a date. */
	average_order_value?: number | null | undefined;
	/** The address of the page with the earnings per click or the average order value. */
	earnings_source_url?: string | null | undefined;
	/** The date of the earnings per click or the average order value. */
	earnings_at?: string | null | undefined;
	/** Its other and former names, which the search finds too. */
	aliases?: string[] | null | undefined;
	/** What it is about, in more detail than its categories. */
	tags?: string[] | null | undefined;
}

/** The body of “Propose changes of a program”. */
export interface UpdateProgramBody {
	/** Its display name. */
	name?: string | undefined;
	/** One short sentence, shown in lists. */
	description?: string | undefined;
	/** The text on its own page, in Markdown. */
	long_description?: string | undefined;
	/** Its categories, in display order. */
	categories?: string[] | undefined;
	/** Whether it pays each month, once per sale, both, or in tiers. */
	commission_type?: 'recurring' | 'one_time' | 'hybrid' | 'tiered' | undefined;
	/** Percentage of each sale (for a range, its lower end, and for “up to”, the maximum), or unknown for a flat fee. */
	commission_rate?: number | null | undefined;
	/** Whether the commission is exact, a minimum, a maximum, or paid as either the amount or the percentage. */
	commission_qualifier?: 'exact' | 'from' | 'up_to' | 'either' | null | undefined;
	/** The commission in the program’s own words. */
	commission_text?: string | null | undefined;
	/** A flat fee per sale, lead or other event, in the currency of the program. */
	commission_amount?: number | null | undefined;
	/** How long a recurring commission is paid. */
	commission_duration?: string | null | undefined;
	/** The upper end of a range of rates or amounts. */
	commission_maximum?: number | null | undefined;
	/** The event that its commission is paid for. */
	commission_per?: 'payment' | 'first_payment' | 'sale' | 'lead' | 'signup' | 'other' | null | undefined;
	/** For how many months its commission is paid. */
	commission_months?: number | null | undefined;
	/** Whether its commission is paid for life. */
	commission_lifetime?: boolean | undefined;
	/** What else it pays (tiers, plans, later months), and contradictory statements of its commission. */
	offers?: Offer[] | undefined;
	/** Cookie duration: how many days after a click a sale still counts (0 means only in the same session). */
	cookie_days?: number | null | undefined;
	/** The affiliate network that tracks its sales, or in-house. */
	tracking_platform?: string | null | undefined;
	/** Payout threshold, in the currency of the program. */
	payout_minimum?: number | null | undefined;
	/** How often it pays out. */
	payout_frequency?: string | null | undefined;
	/** The currency of all its amounts, as an ISO 4217 code. */
	currency?: string | null | undefined;
	/** The address of its website. */
	website_url?: string | undefined;
	/** The address where publishers apply. */
	signup_url?: string | null | undefined;
	/** The URL of its logo. */
	logo_url?: string | null | undefined;
	/** The address of the page with the terms that the editor checked. */
	source_url?: string | null | undefined;
	/** Whether publishers can join it. */
	availability?: 'open' | 'invitation' | 'waitlist' | 'closed' | null | undefined;
	/** Whether it accepts publishers automatically or after a manual check. */
	approval?: 'automatic' | 'manual' | null | undefined;
	/** The maximum number of business days to accept a publisher (0 means at once). */
	approval_days?: number | null | undefined;
	/** The countries whose publishers may join. */
	countries?: string[] | null | undefined;
	/** The click that a sale is credited to. */
	attribution?: string | null | undefined;
	/** Whether publishers can link to any page of its website. */
	deep_links?: boolean | null | undefined;
	/** Its payout methods. */
	payout_methods?: string[] | null | undefined;
	/** The kinds of promotion that it does not allow. */
	restrictions?: string[] | null | undefined;
	/** The restrictions in the program’s own words. */
	restrictions_text?: string | null | undefined;
	/** Average earnings per click, in the currency of the program, always with a source and a date. */
	epc?: number | null | undefined;
	/** Average order value, in the currency of the program, always with a source and a date. */
	average_order_value?: number | null | undefined;
	/** The address of the page with the earnings per click or the average order value. */
	earnings_source_url?: string | null | undefined;
	/** The date of the earnings per click or the average order value. */
	earnings_at?: string | null | undefined;
	/** Its other and former names, which the search finds too. */
	aliases?: string[] | null | undefined;
	/** What it is about, in more detail than its categories. */
	tags?: string[] | null | undefined;
}

/** The body of “Propose changes of an organization”. */
export interface UpdateOrganizationBody {
	/** Its display name. */
	name?: string | undefined;
	/** A description of its business. */
	description?: string | null | undefined;
	/** The URL of its logo. */
	logo_url?: string | null | undefined;
	/** The address of its website. */
	website_url?: string | null | undefined;
}

/** The body of “Add a webhook”. */
export interface CreateWebhookBody {
	/** The https address that receives the events. */
	url: string;
	/** The events that it receives. */
	events: ('release.published' | 'proposal.settled')[];
}

/** The body of “Change a webhook”. */
export interface UpdateWebhookBody {
	/** The https address that receives the events. */
	url?: string | undefined;
	/** The events that it receives. */
	events?: ('release.published' | 'proposal.settled')[] | undefined;
	/** Whether it receives events from now on. */
	enabled?: boolean | undefined;
}

/** The parameters of “List programs”. */
export interface ListProgramsQuery {
	/** Search text of up to 200 characters. Finds programs that contain every word of the text (the last word may be incomplete), or whose name contains the text. Spaces in names do not matter, and other names count. */
	q?: string | undefined;
	/** The slug of a category. An unknown slug matches no programs. */
	category?: string | string[] | undefined;
	/** How the program pays: recurring, one_time, hybrid, tiered (one-time is accepted too). */
	commission_type?: 'recurring' | 'one_time' | 'hybrid' | 'tiered' | ('recurring' | 'one_time' | 'hybrid' | 'tiered')[] | undefined;
	/** Minimum commission percentage. */
	min_commission?: number | undefined;
	/** Maximum commission percentage. */
	max_commission?: number | undefined;
	/** Minimum cookie duration in days. */
	min_cookie_days?: number | undefined;
	/** The identifier of a tracking platform. An unknown identifier matches no programs. */
	tracking_platform?: string | string[] | undefined;
	/** Only verified programs, if true or 1; all programs if false or 0. */
	verified_only?: boolean | undefined;
	/** A tag of the program. An unknown tag matches no programs. */
	tag?: string | string[] | undefined;
	/** The slug of an organization. An unknown slug matches no programs. */
	organization?: string | string[] | undefined;
	/** Only programs that pay for as long as the customer stays, if true or 1; all programs if false or 0. */
	commission_lifetime?: boolean | undefined;
	/** Minimum commission percentage of programs that publish an exact figure or a minimum. Figures such as “up to 60%” match no value. */
	min_guaranteed?: number | undefined;
	/** Maximum commission percentage of programs that publish an exact figure or a minimum. Figures such as “up to 60%” match no value. */
	max_guaranteed?: number | undefined;
	/** What its commission figure is: exact, a minimum (from), a maximum (up_to), one of two figures (either) or contradictory. */
	commission_figure?: 'exact' | 'from' | 'up_to' | 'either' | 'contradictory' | ('exact' | 'from' | 'up_to' | 'either' | 'contradictory')[] | undefined;
	/** Maximum cookie duration in days. */
	max_cookie_days?: number | undefined;
	/** How often the program pays out. An unknown value matches no programs. */
	payout_frequency?: string | string[] | undefined;
	/** Whether publishers can join: open, invitation, waitlist, closed. */
	availability?: 'open' | 'invitation' | 'waitlist' | 'closed' | ('open' | 'invitation' | 'waitlist' | 'closed')[] | undefined;
	/** How the program accepts publishers: automatic, manual. */
	approval?: 'automatic' | 'manual' | ('automatic' | 'manual')[] | undefined;
	/** The code of a country whose publishers may join, such as DE. */
	country?: string | string[] | undefined;
	/** A payout method of the program. An unknown value matches no programs. */
	payout_method?: string | string[] | undefined;
	/** A kind of promotion that the program does not allow. An unknown value matches no programs. */
	restriction?: string | string[] | undefined;
	/** A kind of promotion. Only programs that publish no rule against it, or against any of several values. Programs that publish none match too. */
	not_restriction?: string | string[] | undefined;
	/** The click that a sale is credited to. An unknown value matches no programs. */
	attribution?: string | string[] | undefined;
	/** Only programs that let publishers link to any page, if true or 1; all programs if false or 0. */
	deep_links?: boolean | undefined;
	/** Minimum average rating, before it is rounded. */
	min_rating?: number | undefined;
	/** Whether its facts are checked by an editor: checked, imported, unchecked. */
	provenance?: 'checked' | 'imported' | 'unchecked' | ('checked' | 'imported' | 'unchecked')[] | undefined;
	/** Up to 100 slugs. Only these programs. Unknown slugs match nothing; per_page is 100 by default. */
	slugs?: string | string[] | undefined;
	/** The sort order; by default, featured programs first. */
	sort?: 'trending' | 'commission_desc' | 'commission_asc' | 'cookie_desc' | 'rating_desc' | 'reviews_desc' | 'newest' | 'guaranteed_desc' | 'guaranteed_asc' | 'checked_desc' | 'relevance' | 'estimate' | undefined;
	/** The price per payment, for sort=estimate; the default is 50. */
	price?: number | undefined;
	/** New customers each month, for sort=estimate; the default is 10. */
	customers?: number | undefined;
	/** Customers who leave each month, in percent, for sort=estimate; the default is 5. */
	churn?: number | undefined;
	/** The months to estimate, for sort=estimate; the default is 12. */
	months?: 12 | 24 | undefined;
	/** Names of filters (network is tracking_platform). Counts programs that match each of their 100 most common values and all other filters. */
	facets?: 'category' | 'tag' | 'commission_type' | 'commission_lifetime' | 'commission_figure' | 'tracking_platform' | 'payout_frequency' | 'availability' | 'approval' | 'country' | 'payout_method' | 'restriction' | 'not_restriction' | 'attribution' | 'deep_links' | 'provenance' | 'verified_only' | ('category' | 'tag' | 'commission_type' | 'commission_lifetime' | 'commission_figure' | 'tracking_platform' | 'payout_frequency' | 'availability' | 'approval' | 'country' | 'payout_method' | 'restriction' | 'not_restriction' | 'attribution' | 'deep_links' | 'provenance' | 'verified_only')[] | undefined;
	/** Names of fields. Each program then has these fields of its own response too. */
	fields?: 'long_description' | 'payout_minimum' | 'payout_frequency' | 'website_url' | 'signup_url' | 'organization' | 'updated_at' | 'commission_maximum' | 'commission_per' | 'commission_months' | 'commission_lifetime' | 'offers' | 'checked_at' | 'source_url' | 'source_name' | 'imported_at' | 'availability' | 'approval' | 'approval_days' | 'countries' | 'attribution' | 'deep_links' | 'payout_methods' | 'restrictions' | 'restrictions_text' | 'epc' | 'average_order_value' | 'earnings_source_url' | 'earnings_at' | 'aliases' | 'tags' | ('long_description' | 'payout_minimum' | 'payout_frequency' | 'website_url' | 'signup_url' | 'organization' | 'updated_at' | 'commission_maximum' | 'commission_per' | 'commission_months' | 'commission_lifetime' | 'offers' | 'checked_at' | 'source_url' | 'source_name' | 'imported_at' | 'availability' | 'approval' | 'approval_days' | 'countries' | 'attribution' | 'deep_links' | 'payout_methods' | 'restrictions' | 'restrictions_text' | 'epc' | 'average_order_value' | 'earnings_source_url' | 'earnings_at' | 'aliases' | 'tags')[] | undefined;
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List the reviews of a program”. */
export interface ListProgramReviewsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 50; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List categories”. */
export interface ListCategoriesQuery {
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List the programs of a category”. */
export interface ListCategoryProgramsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List reviews”. */
export interface ListReviewsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 50; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List organizations”. */
export interface ListOrganizationsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List the programs of an organization”. */
export interface ListOrganizationProgramsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List networks”. */
export interface ListNetworksQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
	/** The X-Snapshot of an earlier response, to read the list as it was then. A snapshot is kept for 15 minutes after a newer one is published. */
	snapshot?: string | undefined;
}

/** The parameters of “List changes”. */
export interface ListChangesQuery {
	/** The `X-Snapshot` of an earlier response, a date such as `2026-11-20` (00:00 UTC) or a time such as `2026-11-20T09:30:00Z`. */
	since: string;
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
}

/** The parameters of “List your proposals”. */
export interface ListProposalsQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
}

/** The parameters of “List the events of a webhook”. */
export interface ListWebhookDeliveriesQuery {
	/** The page number, starting at 1. */
	page?: number | undefined;
	/** Results per page, at most 100; the default is 20. */
	per_page?: number | undefined;
}

/** The parameters of “Get the views of a program”. */
export interface GetProgramAnalyticsQuery {
	/** The first day, in UTC; the default is 30 days up to `to`. */
	from?: string | undefined;
	/** The last day; the default is today. */
	to?: string | undefined;
}

/** The parameters of “Get the views of an organization”. */
export interface GetOrganizationAnalyticsQuery {
	/** The first day, in UTC; the default is 30 days up to `to`. */
	from?: string | undefined;
	/** The last day; the default is today. */
	to?: string | undefined;
}

/** An event that the directory sends to webhooks. */
export type WebhookEvent =
	| { type: 'release.published'; timestamp: string; data: { snapshot: string; since: string | null; changes_url: string | null; changes: ({ kind: 'category' | 'organization' | 'program' | 'review'; id: string; op: 'added' | 'changed' | 'removed'; renamed_from?: string; successor?: string; fields?: string[] })[]; more: number } }
	| { type: 'proposal.settled'; timestamp: string; data: { id: string; kind: string; target: string; status: 'accepted' | 'rejected'; reason: string | null; settled_at: string } }
	| { type: 'webhook.test'; timestamp: string; data: { webhook: string } };
