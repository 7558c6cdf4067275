/** Programs whose pay an editor must confirm, because their words have a figure that is not stated. */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { baseOffer } from '../../catalog/commission.ts';
import type { Offer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import { excerpt } from '../../shared/text.ts';
import { UserError } from '../../shared/user-error.ts';
import { recordFinder } from '../../snapshot/read.ts';
import { type UnsureTerms, unsureTerms } from '../../snapshot/terms/contradictory-terms.ts';
import { figuresIn } from '../../snapshot/terms/figures.ts';
import { acceptedColumns, isForeign } from '../../snapshot/terms/fill-terms.ts';
import { givenTerms } from '../../snapshot/terms/given-terms.ts';
import { sentencesOf } from '../../snapshot/terms/text.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import { inOneLine, offerWords } from '../../website/format/pay-words.ts';
import { needRecord, setFields } from './edit-records.ts';

export interface UnsureProgram extends UnsureTerms {
	readonly program: Program;
}

/** Finds the unsure programs whose slugs come after one, in the order of their slugs. Reads no further than the caller. */
export function* unsurePrograms(db: Database.Database, after = ''): Generator<UnsureProgram> {
	const find = recordFinder(db);
	for (const slug of db.prepare<[string], string>(MAYBE_UNSURE).pluck().iterate(after)) {
		const program = find('programs', slug)!;
		const unsure = unsureTerms(program);
		if (unsure !== null) yield { program, ...unsure };
	}
}

/**
 * Selects the programs whose words must be read to find out. A figure is sure if it was read, if an editor decided about it,
 * or if it is that of a source and the rest was read from words that say the same. Without digits, words have no figure.
 */
const MAYBE_UNSURE = `SELECT slug FROM programs
	WHERE slug > ? AND concat(commission_text, description, long_description) GLOB '*[0-9]*'
	AND NOT EXISTS (SELECT 1 FROM json_each(commission_evidence) WHERE CASE
		WHEN key IN ('commission_rate', 'commission_amount') THEN value ->> 'by' <> 'source'
		ELSE coalesce(commission_rate, commission_amount) IS NOT NULL AND key <> 'availability' AND value ->> 'by' = 'words'
	END)
	ORDER BY slug`;

/** Quotes what a program says about its pay, and the sentences of its descriptions that have figures, by column. */
export function quotedWords(program: Program): { readonly column: keyof Program; readonly words: string }[] {
	const { commission_text, commission_duration, description, long_description } = program;
	const sentences = (text: string) =>
		sentencesOf(text)
			.filter((sentence) => figuresIn(sentence).some(({ kind }) => kind !== 'number'))
			.join(' … ');
	const quotes = [
		{ column: 'commission_text', words: commission_text ?? '' },
		{ column: 'commission_duration', words: commission_duration ?? '' },
		{ column: 'description', words: sentences(description) },
		{ column: 'long_description', words: sentences(long_description) },
	] as const;
	return quotes.filter(({ words }) => words !== '');
}

/** Puts an offer into words: `20% of each payment for 12 months (annual plans)`. @param currency that of the program */
export function offerInWords(offer: Offer, currency?: string | null): string {
	return inOneLine(offerWords(offer, offer.currency ?? currency));
}

/** Puts everything that was understood into words. Both readings of a contradiction are joined with “or”. */
export function understoodWords({ program: { currency }, readings, further }: UnsureProgram): string {
	const base = readings.map(({ offer }) => offerInWords(offer, currency)).join(' or ');
	const others = further.map(({ offer }) => `further offer: ${offerInWords(offer, currency)}`);
	return [base, ...others].filter(Boolean).join('; ') || 'nothing';
}

/** The maximum length of a cell in a list. */
const LONGEST = 120;

/** Returns the cells of a line: the slug, why it is unsure, what was understood, and the words. */
export function unsureLine(unsure: UnsureProgram): string[] {
	const { program, why } = unsure;
	const words = quotedWords(program).map((quote) => quote.words.replaceAll(/\s+/g, ' '));
	return [program.slug, why, excerpt(understoodWords(unsure), LONGEST), excerpt(words.join(' | '), LONGEST)];
}

/** The choice of an editor who says that the figure is not known. */
export const OPEN = 'open';

/** What an editor can accept: a reading of the words of a program. */
export interface AcceptedReading {
	readonly choice: string;
	/** The columns that accepting it enters. Those that an editor entered before stay. */
	readonly columns: Partial<Program>;
	/** What the program then pays, in words. */
	readonly words: string;
}

/** Returns the readings that can be accepted: those in the currency of the program. */
export function acceptedReadings({ program, readings, further }: UnsureProgram): AcceptedReading[] {
	const { commission_evidence: evidence, currency } = program;
	return readings.flatMap((reading, index) => {
		if (isForeign(program, reading)) return [];
		const accepted = Object.entries(acceptedColumns(program, reading, further));
		const columns = Object.fromEntries(accepted.filter(([column]) => evidence?.[column]?.by !== 'editor'));
		const offer = baseOffer({ ...givenTerms(program), ...columns })!;
		return { choice: String(index), columns, words: offerInWords(offer, currency) };
	});
}

/** A short hash of what an editor sees of a program, and of what the choices enter. */
export function seenTag(unsure: UnsureProgram): string {
	return hash('sha256', JSON.stringify([unsure.why, quotedWords(unsure.program), acceptedReadings(unsure)])).slice(
		0,
		16,
	);
}

/**
 * Enters what a reading says, or that the figure is not known.
 *
 * @param choice that of the reading, or `OPEN`
 * @param seen the tag of what the editor saw: see `seenTag`
 * @throws UserError when the program has changed since then
 */
export function confirmTerms(change: OpenChange, slug: string, choice: string, seen: string): void {
	const program = needRecord(change.db, 'programs', slug);
	const terms = unsureTerms(program);
	const unsure = terms && { program, ...terms };
	const reading = unsure && acceptedReadings(unsure).find((one) => one.choice === choice);
	if (!unsure || seenTag(unsure) !== seen || (!reading && choice !== OPEN)) {
		throw new UserError(`What ${program.name} pays has changed since the page was opened. Look at it again.`);
	}
	const open = { commission_rate: null, commission_amount: null };
	setFields(change, 'programs', slug, reading?.columns ?? open);
}
