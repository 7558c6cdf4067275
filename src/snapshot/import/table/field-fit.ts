/** Says how well the values of a column fit a field. */
import type { ColumnFacts, ValueKind } from './column-facts.ts';
import { COMMISSION, COMMISSION_UNIT, type TableKind, typeOf } from './mapping.ts';
import { choiceIn, hasChoices } from './words.ts';

/** For values that cannot be the field's. */
export const NO_FIT = -1;

type Fit = (facts: ColumnFacts, sum: (...kinds: readonly ValueKind[]) => number) => number;

const FITS: { readonly [fieldOrType: string]: Fit } = {
	website_url: ({ share }) => (share('link') < 0.6 || share('image') > 0.5 ? NO_FIT : 0.3 + 0.4 * share('home')),
	signup_url: ({ share }) => (share('link') < 0.6 || share('image') > 0.5 ? NO_FIT : 0.4 - 0.2 * share('home')),
	logo_url: ({ share }) => (share('link') < 0.6 ? NO_FIT : 0.3 + 0.4 * share('image')),
	link: ({ share }) => (share('link') < 0.6 ? NO_FIT : 0.2),
	name: nameFit,
	[COMMISSION]: ({ share }, sum) => {
		const pay = sum('words about pay', 'number');
		if (pay < 0.3 || sum('link', 'date', 'email') > 0.5 || share('duration') > 0.3) return NO_FIT;
		return 0.3 * Math.min(1, pay) + 0.5 * share('percentage') + 0.2 * share('money');
	},
	[COMMISSION_UNIT]: ({ share }) => (share('unit') < 0.6 ? NO_FIT : 0.5),
	commission_type: ({ share }, sum) => (sum('type', 'boolean') < 0.5 ? NO_FIT : 0.2 + 0.4 * share('type')),
	commission_duration: ({ share }, sum) =>
		sum('link', 'date', 'percentage', 'money') > 0.3 ? NO_FIT : 0.1 + 0.3 * share('duration'),
	cookie_days: (facts, sum) => {
		if (sum('duration', 'number') < 0.6 || sum('percentage', 'money') > 0.1) return NO_FIT;
		const usual = facts.numbers.filter((number) => USUAL_COOKIES.has(number)).length / (facts.count || 1);
		return 0.2 + 0.5 * facts.share('duration') + 0.3 * usual;
	},
	payout_minimum: ({ share, different }, sum) =>
		share('percentage') > 0.05 || sum('money', 'number') < 0.6 ? NO_FIT : 0.2 + 0.3 * (1 - different),
	categories: (facts, sum) => (isWordy(facts, sum) ? 0.1 + 0.3 * (1 - facts.different) : NO_FIT),
	tracking_platform: (facts, sum) => (isWordy(facts, sum) ? 0.1 + 0.2 * (1 - facts.different) : NO_FIT),
	rating: (facts) =>
		facts.numbers.length + facts.values.filter((text) => /[★⭐/]/.test(text)).length < 0.6 * facts.count ? NO_FIT : 0.3,
	timestamp: (_, sum) => (sum('date', 'day number') < 0.6 ? NO_FIT : 0.4),
	boolean: ({ share }) => (share('boolean') < 0.6 ? NO_FIT : 0.4),
	currency: ({ share }) => (share('currency') < 0.6 ? NO_FIT : 0.4),
	days: (_, sum) => (sum('duration', 'number') < 0.6 ? NO_FIT : 0.2),
	amount: (_, sum) => (sum('money', 'number') < 0.6 ? NO_FIT : 0.2),
	percentage: (_, sum) => (sum('percentage', 'number') < 0.6 ? NO_FIT : 0.2),
	count: ({ share }) => (share('number') < 0.6 ? NO_FIT : 0.2),
	line: (facts, sum) =>
		sum('link', 'date', 'number', 'boolean') > 0.6 ? NO_FIT : 0.1 + 0.3 * facts.share('long text'),
	text: (facts, sum) =>
		sum('link', 'date', 'number', 'boolean') > 0.6 ? NO_FIT : 0.1 + 0.3 * facts.share('long text'),
};

const USUAL_COOKIES = new Set([1, 7, 14, 15, 30, 45, 60, 90, 120, 180, 365]);

function nameFit({ share, different }: ColumnFacts, sum: (...kinds: ValueKind[]) => number): number {
	if (share('text') < 0.5 || share('long text') > 0.3 || sum('percentage', 'money', 'date', 'email', 'type') > 0.3)
		return NO_FIT;
	return share('home') > 0.9 ? 0.05 : 0.1 + 0.4 * different;
}

/** Whether most values are words, as in a column of categories. */
function isWordy({ share }: ColumnFacts, sum: (...kinds: ValueKind[]) => number): boolean {
	return share('text') >= 0.5 && sum('long text', 'link', 'date', 'money', 'percentage', 'boolean') < 0.4;
}

/** Returns a number from 0 to 1, or `NO_FIT`. */
export function fieldFit(kind: TableKind, field: string, facts: ColumnFacts): number {
	const sum = (...kinds: readonly ValueKind[]) => kinds.reduce((total, value) => total + facts.share(value), 0);
	if (hasChoices(field) && field !== 'commission_type') {
		const known = facts.values.filter((text) => choiceIn(field, text) !== undefined).length;
		return known < 0.6 * facts.count ? NO_FIT : 0.4;
	}
	const read = FITS[field] ?? FITS[typeOf(kind, field)];
	return read === undefined ? (sum('date', 'number') > 0.6 ? NO_FIT : 0.1) : read(facts, sum);
}
