/** Guesses which column of a table holds which field, from the names and the values of the columns. */
import type { ColumnFacts, ValueKind } from './column-facts.ts';
import { COMMISSION, COMMISSION_UNIT, FIELDS, type TableKind, typeOf } from './mapping.ts';
import { choiceIn, hasChoices, isPrivate, nameScore, WORDS } from './words.ts';

export interface GuessedColumn {
	readonly field: string;
	readonly facts: ColumnFacts;
	/** Whether only the values say it, because the name of the column says nothing. */
	readonly isByValues: boolean;
}

/** The fields that can be guessed from values alone. */
const BY_VALUES = ['name', 'website_url', 'signup_url', COMMISSION, 'cookie_days', 'description'];
/** How well values alone must fit. */
const GOOD_FIT = 0.4;

/** Names that mean another field if the first one is taken. */
const SECOND_MEANINGS: { readonly [field: string]: readonly string[] } = {
	payout_minimum: ['payout', 'payouts', 'auszahlung', 'paiement', 'pago', 'uitbetaling', 'pagamento'],
	payout_frequency: ['payout', 'payouts', 'payment', 'payments', 'paiement', 'pago', 'uitbetaling', 'pagamento'],
	signup_url: ['link', 'url', 'links', 'lien', 'page'],
	tags: ['type', 'category', 'niche'],
};

export function guessKind(columns: readonly ColumnFacts[]): TableKind {
	const has = (field: string) =>
		columns.some(
			(facts) =>
				nameScore(facts.name, field, WORDS.reviews.get(field)!) >= 0.8 && fieldFit('reviews', field, facts) !== NO_FIT,
		);
	return has('rating') && has('program') && (has('author_username') || has('body')) ? 'reviews' : 'programs';
}

export function guessColumns(kind: TableKind, columns: readonly ColumnFacts[]): GuessedColumn[] {
	const open = columns.filter(({ name }) => !isPrivate(name));
	const words: ReadonlyMap<string, readonly string[]> = WORDS[kind];
	const named = best(open, FIELDS[kind], (facts, field) =>
		pairScore(kind, facts, field, nameScore(facts.name, field, words.get(field) ?? [])),
	);
	if (kind === 'reviews') return named;
	const rest = (found: readonly GuessedColumn[]) => {
		const taken = new Set(found.map(({ facts }) => facts));
		return open.filter((facts) => !taken.has(facts));
	};
	const unused = (found: readonly GuessedColumn[], fields: readonly string[]) =>
		fields.filter((field) => !found.some((column) => column.field === field));
	const second = best(rest(named), unused(named, Object.keys(SECOND_MEANINGS)), (facts, field) =>
		pairScore(kind, facts, field, nameScore(facts.name, field, SECOND_MEANINGS[field]!)),
	);
	const found = withNeeded([...named, ...second]);
	const byValues = best(rest(found), unused(found, BY_VALUES), (facts, field) => {
		const fit = facts.count === 0 ? 0 : fieldFit(kind, field, facts);
		return fit >= GOOD_FIT ? fit : 0;
	});
	return withNeeded([...found, ...byValues.map((column) => ({ ...column, isByValues: true }))]);
}

/** A table without a column for the name or the site uses the most similar one. */
function withNeeded(columns: readonly GuessedColumn[]): GuessedColumn[] {
	const has = (field: string) => columns.some((column) => column.field === field);
	const replaced: { readonly [field: string]: string } = {
		...(has('name') ? {} : { organization: 'name' }),
		...(has('website_url') ? {} : { signup_url: 'website_url' }),
	};
	return columns.map((column) => ({ ...column, field: replaced[column.field] ?? column.field }));
}

function pairScore(kind: TableKind, facts: ColumnFacts, field: string, name: number): number {
	if (name === 0) return 0;
	// An empty column fits only the field that it names.
	if (facts.count === 0) return name === 1 ? 1 : 0;
	const fit = fieldFit(kind, field, facts);
	return fit === NO_FIT ? 0 : name + 0.6 * fit;
}

/** Gives each field the column with the highest score, the highest scores first. Earlier columns win ties. */
function best(
	columns: readonly ColumnFacts[],
	fields: readonly string[],
	scoreOf: (facts: ColumnFacts, field: string) => number,
): GuessedColumn[] {
	const pairs = columns.flatMap((facts) =>
		fields.map((field) => ({ facts, field, score: scoreOf(facts, field) })).filter(({ score }) => score > 0),
	);
	const found: GuessedColumn[] = [];
	for (const { facts, field } of pairs.sort((a, b) => b.score - a.score)) {
		if (found.some((column) => column.field === field || column.facts === facts)) continue;
		found.push({ facts, field, isByValues: false });
	}
	return found.sort((a, b) => a.facts.index - b.facts.index);
}

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
		// Many cookies last for hours, a range, or for ever, which are no number of days.
		if (sum('duration', 'number') < 0.3 || sum('percentage', 'money') > 0.1) return NO_FIT;
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
	line: textFit,
	text: textFit,
};

/** Without 1, which columns of yes and no have too. */
const USUAL_COOKIES = new Set([7, 14, 15, 30, 45, 60, 90, 120, 180, 365]);

function nameFit({ share, different }: ColumnFacts, sum: (...kinds: ValueKind[]) => number): number {
	if (share('text') < 0.5 || share('long text') > 0.3 || sum('percentage', 'money', 'date', 'email', 'type') > 0.3)
		return NO_FIT;
	return share('home') > 0.9 ? 0.05 : 0.1 + 0.4 * different;
}

function textFit({ share }: ColumnFacts, sum: (...kinds: ValueKind[]) => number): number {
	return sum('link', 'date', 'number', 'boolean') > 0.6 ? NO_FIT : 0.1 + 0.3 * share('long text');
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
