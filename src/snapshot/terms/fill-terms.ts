/** Fills the columns for a program's terms that its source leaves empty, by reading what the program says about them. */
import type Database from 'better-sqlite3';
import { LONGEST } from '../../catalog/fields.ts';
import { type ListedOffer, MOST_OFFERS, type Offer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import type { Availability } from '../../catalog/program-facts.ts';
import { records } from '../read.ts';
import { writerOf } from '../record-writer.ts';
import { readAvailability } from './read-availability.ts';
import { readTerms, type Terms } from './read-terms.ts';

/** The columns for what a program pays, which reading fills. */
const TERMS_COLUMNS = [
	'commission_rate',
	'commission_amount',
	'commission_qualifier',
	'commission_maximum',
	'commission_per',
	'commission_months',
	'commission_lifetime',
	'offers',
] as const satisfies (keyof Program)[];
type TermsColumns = Pick<Program, (typeof TERMS_COLUMNS)[number]>;

/** The columns that reading fills. */
export const READ_COLUMNS: readonly string[] = [...TERMS_COLUMNS, 'availability'];

/** Returns the columns for terms that were read. In a contradiction, the figures are null, and the statements are in `offers`. */
export function termsColumns({ base, further, contradiction }: Terms): TermsColumns {
	return {
		commission_rate: base?.rate ?? null,
		commission_amount: base?.amount ?? null,
		commission_qualifier: base?.qualifier ?? null,
		commission_maximum: base?.maximum ?? null,
		commission_per: base?.per ?? null,
		commission_months: base?.months ?? null,
		commission_lifetime: base?.lifetime ?? false,
		offers: [
			...(contradiction ?? []).map(({ offer, from, words }) => listed({ ...offer, condition: words }, from)),
			...further.map((offer) => listed(offer, null)),
		].slice(0, MOST_OFFERS),
	};
}

function listed(offer: Offer, stated_in: ListedOffer['stated_in']): ListedOffer {
	return { ...offer, condition: offer.condition?.slice(0, LONGEST.line) || null, stated_in };
}

/**
 * Fills the empty columns for the terms of a program, if its source has not read them, and its availability. A given
 * value is never changed. If the program's words about pay contradict each other or the given figure, they fill nothing.
 */
export function filledTerms(program: Program): Program {
	const availability = program.availability ?? statedAvailability(program);
	return filledPay(availability === program.availability ? program : { ...program, availability });
}

function statedAvailability(program: Program): Availability | null {
	const { description, long_description, commission_text, restrictions_text } = program;
	const texts = [restrictions_text, commission_text, description, long_description];
	return readAvailability(texts);
}

function filledPay(program: Program): Program {
	const terms = statedTerms(program);
	if (!terms?.base || !hasFigure(program, terms.base)) return program;
	const read = termsColumns(terms);
	return { ...program, ...read, commission_qualifier: program.commission_qualifier ?? read.commission_qualifier };
}

/** Reads the terms that a program's texts state. Returns undefined if its columns for terms are already filled. */
export function statedTerms(program: Program): Terms | undefined {
	return isUnread(program) ? withGivenAmount(readOwnTerms(program), program) : undefined;
}

/** Whether a program has the figures of an offer, or no figures. */
export function hasFigure(
	{ commission_rate: rate, commission_amount: amount }: Program,
	offer: Pick<Offer, 'rate' | 'amount'>,
): boolean {
	return (rate === null && amount === null) || (rate === offer.rate && amount === offer.amount);
}

/** If a program's columns have both figures of "$50 + 20%", makes them one offer. */
function withGivenAmount(terms: Terms, { commission_rate, commission_amount: amount }: Program): Terms {
	const { base, further } = terms;
	const joined = further.find((offer) => offer.amount === amount && offer.condition === 'plus');
	if (base === null || joined === undefined || amount === null || commission_rate !== base.rate) return terms;
	return { ...terms, base: { ...base, amount }, further: further.filter((offer) => offer !== joined) };
}

/** Whether nobody has filled the columns that say for what and how long the commission is paid. */
function isUnread(program: Program): boolean {
	const { commission_per, commission_months, commission_lifetime, commission_maximum, offers } = program;
	const isEmpty = [commission_per, commission_months, commission_maximum].every((value) => value === null);
	return isEmpty && !commission_lifetime && offers.length === 0 && /\d/.test(program.commission_text ?? '');
}

function readOwnTerms(program: Program): Terms {
	return readTerms({
		type: program.commission_type,
		currency: program.currency,
		rate: program.commission_text ?? '',
		duration: program.commission_duration ?? '',
		conditions: '',
		descriptions: [program.description, program.long_description],
	});
}

/** A program, and the same program with its empty columns for terms filled. */
export interface FilledProgram {
	readonly program: Program;
	readonly filled: Program;
}

/** Returns the programs of a snapshot whose empty columns for terms are filled by reading their words. See `filledTerms`. */
export function* programsToFill(db: Database.Database): Generator<FilledProgram> {
	const unread = db.prepare<[], string>(`SELECT slug FROM programs WHERE ${UNREAD}`).pluck().all();
	if (unread.length === 0) return;
	for (const program of records(db, 'programs', new Set(unread))) {
		const filled = filledTerms(program);
		if (filled !== program) yield { program, filled };
	}
}

/** Fills the empty columns for terms of all programs of a snapshot. */
export function fillTerms(db: Database.Database): void {
	const programs = [...programsToFill(db)];
	if (programs.length === 0) return;
	const writer = writerOf(db);
	db.transaction(() => {
		for (const { filled } of programs) writer.upsert('programs', filled);
	})();
}

/** The condition of `isUnread` in SQL. */
const UNREAD = `commission_text GLOB '*[0-9]*' AND commission_per IS NULL AND commission_months IS NULL
	AND commission_maximum IS NULL AND NOT commission_lifetime AND slug NOT IN (SELECT program FROM offers)`;
