/** Programs whose pay an editor must confirm, because their words have a figure that is not stated. */
import type Database from 'better-sqlite3';
import type { Program } from '../../catalog/program.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { UserError } from '../../shared/user-error.ts';
import { type UnsureTerms, unsureTerms } from '../../snapshot/terms/contradictory-terms.ts';
import { figuresIn } from '../../snapshot/terms/figures.ts';
import { acceptedColumns } from '../../snapshot/terms/fill-terms.ts';
import type { Stated } from '../../snapshot/terms/read-terms.ts';
import { sentencesOf } from '../../snapshot/terms/text.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import { payWords } from '../../website/format/pay-words.ts';
import { matchingRecords, needRecord, setFields } from './edit-records.ts';

export interface UnsureProgram extends UnsureTerms {
	readonly program: Program;
}

/** Returns the programs with some values, in the order of their slugs. */
export function unsurePrograms(db: Database.Database, where: object = {}): UnsureProgram[] {
	const found: UnsureProgram[] = [];
	for (const record of matchingRecords(db, 'programs', { ...where })) {
		const unsure = unsureTerms(record as Program);
		if (unsure !== null) found.push({ program: record as Program, ...unsure });
	}
	return found;
}

/** Words of a program, and the column that has them. */
export interface Quote {
	readonly column: 'commission_text' | 'commission_duration' | 'description' | 'long_description';
	readonly words: string;
}

/** Quotes everything that a program says about its pay, and the sentences of its descriptions that have figures. */
export function quotedWords(program: Program): Quote[] {
	const { commission_text, commission_duration, description, long_description } = program;
	const sentences = (text: string) =>
		sentencesOf(text)
			.filter((sentence) => figuresIn(sentence).some(({ kind }) => kind !== 'number'))
			.join(' … ');
	const quotes: Quote[] = [
		{ column: 'commission_text', words: commission_text ?? '' },
		{ column: 'commission_duration', words: commission_duration ?? '' },
		{ column: 'description', words: sentences(description) },
		{ column: 'long_description', words: sentences(long_description) },
	];
	return quotes.filter(({ words }) => words !== '');
}

/** Puts a reading into words: `20% of each payment for 12 months (annual plans)`. */
export function readingWords({ offer }: Stated, { currency }: Program): string {
	const pays = payWords(offer, offer.currency ?? currency);
	return offer.condition === '' ? pays : `${pays} (${offer.condition})`;
}

/** Puts everything that was understood into words. Both readings of a contradiction are joined with “or”. */
export function understoodWords({ program, readings, further }: UnsureProgram): string {
	const base = readings.map((reading) => readingWords(reading, program)).join(' or ');
	const others = further.map((offer) => `further offer: ${readingWords(offer, program)}`);
	return [base, ...others].filter(Boolean).join('; ') || 'nothing';
}

/** The maximum length of a cell in a list. */
const LONGEST_IN_LINE = 120;

/** Returns the cells of a line: the slug, why it is unsure, what was understood, and the words. */
export function unsureLine(unsure: UnsureProgram): string[] {
	const { program, why } = unsure;
	const words = quotedWords(program).map((quote) => quote.words.replaceAll(/\s+/g, ' '));
	return [
		program.slug,
		why,
		excerpt(understoodWords(unsure), LONGEST_IN_LINE),
		excerpt(words.join(' | '), LONGEST_IN_LINE),
	];
}

/**
 * Enters what a reading of a program's words says, or that its figures are not known.
 *
 * @param choose returns the reading that the editor has accepted, `open` if it is not known, or undefined if the program
 *   has changed since the editor saw it
 */
export function confirmTerms(
	change: OpenChange,
	slug: string,
	choose: (unsure: UnsureTerms) => Stated | 'open' | undefined,
): void {
	const program = needRecord(change.db, 'programs', slug);
	const unsure = unsureTerms(program);
	const chosen = unsure === null ? undefined : choose(unsure);
	if (unsure === null || chosen === undefined) {
		throw new UserError(`What ${program.name} pays has changed since the page was opened. Look at it again.`);
	}
	const columns =
		chosen === 'open'
			? { commission_rate: null, commission_amount: null }
			: acceptedColumns(program, chosen, unsure.further);
	setFields(change, 'programs', slug, columns);
}
