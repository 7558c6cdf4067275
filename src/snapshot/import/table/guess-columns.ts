/** Guesses which column of a table holds which field, from the names and the values of the columns. */
import type { ColumnFacts } from './column-facts.ts';
import { fieldFit, NO_FIT } from './field-fit.ts';
import { isPrivate, nameScore, WORDS } from './header-words.ts';
import { COMMISSION, FIELDS, type TableKind } from './mapping.ts';

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
