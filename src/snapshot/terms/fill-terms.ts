/**
 * Fills the columns for a program's terms by reading what the program says about them, and keeps who says so. Columns that
 * were read are read again each time, so they never differ from the words.
 */
import type Database from 'better-sqlite3';
import type { Evidence } from '../../catalog/commission-columns.ts';
import { LONGEST } from '../../catalog/fields.ts';
import { type CommissionType, type ListedOffer, MOST_OFFERS, type StatedIn } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Availability } from '../../catalog/program-facts.ts';
import { changedColumns, isSameValue } from '../../catalog/records.ts';
import { records } from '../read.ts';
import { writerOf } from '../record-writer.ts';
import { DEFAULTS, givenTerms, OFFER_PARTS, READ_COLUMNS } from './given-terms.ts';
import { readAvailability } from './read-availability.ts';
import type { ReadOffer, Statement } from './read-offer.ts';
import { readTerms, type Stated, type Terms } from './read-terms.ts';
import { typeOfOffers } from './type-of-offers.ts';

/**
 * Reads the columns for terms again that nobody has given. A given value is not changed, except for a type of
 * which the words give no figure.
 */
export function filledTerms(program: Program): Program {
	const given = givenTerms(program);
	const filled = withEvidenceOfSource(withAvailability(withPay(given)));
	return changedColumns(program, filled).length === 0 ? program : filled;
}

/** Reads what the words of a program say. If its columns have both figures of "$50 + 20%", makes them one offer. */
export function statedTerms(program: Program): Terms {
	const { commission_text, name } = program;
	const text = commission_text ?? '';
	const first = text.split('; ', 1)[0]!;
	const rate = first.split(' ').length <= LONGEST_RATE ? first : '';
	const given = givenTerms(program);
	const terms = readTerms({
		type: given.commission_type,
		currency: program.currency,
		rate,
		duration: program.commission_duration ?? '',
		conditions: text.slice(rate.length).replace(/^; /, ''),
		descriptions: [program.long_description, program.description],
		names: [name, name.replace(/ (?:affiliate|partner|referral)s?(?: program(?:me)?)?$/i, '')],
	});
	return joinedFigures(terms, given);
}

/** The most words of a rate that summarizes what follows it: "20% recurring; paid for …". */
const LONGEST_RATE = 3;

/** Whether a program has the figures of an offer. */
export function hasFigure(program: Program, { rate, amount }: Pick<ReadOffer, 'rate' | 'amount'>): boolean {
	return program.commission_rate === rate && program.commission_amount === amount;
}

function withPay(program: Program): Program {
	const { commission_rate, commission_amount } = program;
	if (!/\d/.test(`${program.commission_text ?? ''}${program.description}${program.long_description}`)) return program;
	// An editor can say that the figure is not known.
	const isGiven = commission_rate !== null || commission_amount !== null;
	if (isDecided(program) && !isGiven) return program;
	const terms = statedTerms(program);
	const { base, contradiction, doubt } = terms;
	if (isGiven && !(base && hasFigure(program, base.offer))) return program;
	if (base !== null && isForeign(program, base)) return withoutType(program);
	const filled = withTerms(program, terms);
	return contradiction === null && doubt === null ? filled : withoutType(filled);
}

/** Empties the type that a source gives for words of which no figure is understood: it can be of another offer. */
function withoutType(program: Program): Program {
	const { commission_type: given, commission_evidence: evidence } = program;
	if (given === null || evidence?.commission_type?.by === 'editor') return program;
	const doubt: Evidence = { by: 'words', place: null, words: null, given };
	return { ...program, commission_type: null, commission_evidence: { ...evidence, commission_type: doubt } };
}

const FIGURES = ['commission_rate', 'commission_amount'] as const;

/** Whether an editor has entered the figures of a program, or has said that they are not known. */
export function isDecided({ commission_evidence: evidence }: Program): boolean {
	return FIGURES.some((column) => evidence?.[column]?.by === 'editor');
}

/** Whether an offer is not in the currency of a program, which has only one. */
export function isForeign({ currency }: Program, { offer }: Stated): boolean {
	return offer.amount !== null && currency !== null && offer.currency !== currency;
}

/** If a program's columns have both figures of "$50 + 20%" or "$50 or 20%", makes them one offer. */
function joinedFigures(terms: Terms, { commission_rate: rate, commission_amount: amount }: Program): Terms {
	const { base, further } = terms;
	const next = further[0];
	if (base === null || next === undefined || rate === null || amount === null) return terms;
	const share = [base, next].find(({ offer }) => offer.rate === rate);
	const fixed = [base, next].find(({ offer }) => offer.amount === amount);
	const { relation } = next.offer;
	if (share === undefined || fixed === undefined || (relation !== 'plus' && relation !== 'or')) return terms;
	const qualifier = relation === 'or' ? 'either' : share.offer.qualifier;
	const offer = { ...share.offer, amount, currency: fixed.offer.currency, qualifier, relation: null } as const;
	return { ...terms, base: { ...share, offer }, further: further.slice(1) };
}

/** Returns the columns that change if an editor accepts a reading of a program's words. */
export function acceptedColumns(program: Program, base: Stated, further: readonly Stated[]): Partial<Program> {
	const given = givenTerms(program);
	const columns = READ_COLUMNS.filter((column) => column !== 'availability');
	const emptied = columns.filter((column) => column !== 'commission_type' && column !== 'currency');
	const empty = Object.fromEntries(emptied.map((column) => [column, DEFAULTS[column as never] ?? null]));
	const accepted = withTerms(
		{ ...given, ...empty, commission_evidence: null },
		{ base, further, contradiction: null, doubt: null },
	);
	const changed = columns.filter(
		(column) =>
			!isSameValue(accepted[column], given[column]) ||
			((FIGURES as readonly string[]).includes(column) && accepted[column] !== null),
	);
	return Object.fromEntries(changed.map((column) => [column, accepted[column]]));
}

/** Fills the empty columns from terms that were read. */
function withTerms(program: Program, { base, further, contradiction }: Terms): Program {
	const values: { [column: string]: unknown } = {};
	const evidence: { [column: string]: Evidence } = { ...program.commission_evidence };
	const fill = (
		column: keyof Program,
		value: unknown,
		{ from, words }: Stated,
		given: CommissionType | null = null,
	) => {
		values[column] = value;
		evidence[column] = { by: 'words', place: from, words: words.slice(0, LONGEST.line), ...(given && { given }) };
	};
	const isEmpty = (column: keyof Program) => program[column] === (DEFAULTS[column as never] ?? null);
	if (base !== null) {
		for (const [column, part] of Object.entries(OFFER_PARTS) as [keyof typeof OFFER_PARTS, keyof ReadOffer][]) {
			const value = base.offer[part];
			const isSaid = value !== null && value !== false && value !== '';
			if (!isSaid || !isEmpty(column) || evidence[column]?.by === 'editor') continue;
			const stated = SPAN.includes(column) ? base.span : CAP.includes(column) ? base.cap : undefined;
			fill(column, typeof value === 'string' ? value.slice(0, LONGEST.line) : value, stated ?? base);
		}
		const type = typeOfOffers(
			base.offer,
			further.map(({ offer }) => offer),
		);
		const { commission_type: given } = program;
		if (type !== null && type !== given && evidence.commission_type?.by !== 'editor') {
			fill('commission_type', type, base, given);
		}
	}
	const offers = [...(contradiction ?? []).map(contradictory), ...further.map((statement) => listed(statement, null))];
	const [first] = contradiction ?? further;
	if (first !== undefined && program.offers.length === 0 && evidence.offers?.by !== 'editor') {
		fill('offers', offers.slice(0, MOST_OFFERS), first);
	}
	return { ...program, ...values, commission_evidence: evidence };
}

const SPAN: readonly string[] = ['commission_months', 'commission_lifetime'];
const CAP: readonly string[] = ['commission_cap', 'commission_cap_per'];

function contradictory({ offer, words, from }: Stated): ListedOffer {
	return listed({ offer: { ...offer, condition: words } }, from);
}

function listed({ offer }: Pick<Statement, 'offer'>, stated_in: StatedIn | null): ListedOffer {
	return { ...offer, condition: offer.condition.slice(0, LONGEST.line) || null, stated_in };
}

function withAvailability(program: Program): Program {
	const { availability: given, commission_evidence } = program;
	if (given !== null || commission_evidence?.availability?.by === 'editor') return program;
	const { description, long_description, commission_text, restrictions_text } = program;
	const availability: Availability | null = readAvailability([
		restrictions_text,
		commission_text,
		description,
		long_description,
	]);
	if (availability === null) return program;
	const read: Evidence = { by: 'words', place: null, words: null };
	return { ...program, availability, commission_evidence: { ...commission_evidence, availability: read } };
}

/** What has a value and no evidence, the source has given. */
function withEvidenceOfSource(program: Program): Program {
	const evidence: { [column: string]: Evidence } = { ...program.commission_evidence };
	for (const column of READ_COLUMNS) {
		const isEmpty = isSameValue(program[column], DEFAULTS[column as never] ?? null);
		if (isEmpty && evidence[column]?.by === 'source') delete evidence[column];
		else if (!isEmpty) evidence[column] ??= { by: 'source', place: null, words: null };
	}
	// In one order, so that the same evidence is equal.
	const columns = Object.keys(evidence).toSorted();
	const sorted = Object.fromEntries(columns.map((column) => [column, evidence[column]!]));
	return { ...program, commission_evidence: columns.length === 0 ? null : sorted };
}

/** A program, and the same program with its empty columns for terms filled. */
export interface FilledProgram {
	readonly program: Program;
	readonly filled: Program;
}

/** Returns the programs that another tool wrote without figures, with what their words say. See `filledTerms`. */
export function* programsToFill(db: Database.Database): Generator<FilledProgram> {
	const unread = db.prepare<[], string>(`SELECT slug FROM programs WHERE ${UNREAD}`).pluck().all();
	if (unread.length === 0) return;
	for (const program of records(db, 'programs', new Set(unread))) {
		const filled = filledTerms(program);
		if (filled !== program) yield { program, filled };
	}
}

/** Fills the empty columns for terms of all programs that another tool wrote. */
export function fillTerms(db: Database.Database): void {
	const programs = [...programsToFill(db)];
	if (programs.length === 0) return;
	const writer = writerOf(db);
	db.transaction(() => {
		for (const { filled } of programs) writer.upsert('programs', filled);
	})();
}

/** The condition that nobody has filled the columns of a program, in SQL. */
const UNREAD = `commission_text GLOB '*[0-9]*' AND commission_evidence IS NULL AND commission_rate IS NULL
	AND commission_amount IS NULL AND slug NOT IN (SELECT program FROM offers)`;
