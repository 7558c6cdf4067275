/** Programs whose pay an editor must confirm, because their words have a figure that is not stated. */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Offer } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import { excerpt } from '../../shared/text.ts';
import { UserError } from '../../shared/user-error.ts';
import { type UnsureTerms, unsureTerms } from '../../snapshot/terms/contradictory-terms.ts';
import { figuresIn } from '../../snapshot/terms/figures.ts';
import { acceptedColumns } from '../../snapshot/terms/fill-terms.ts';
import { sentencesOf } from '../../snapshot/terms/text.ts';
import type { OpenChange } from '../../snapshot/write.ts';
import { inOneLine, offerWords } from '../../website/format/pay-words.ts';
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

/** A short hash of what an editor sees of a program. */
export function seenTag({ why, readings, further }: UnsureTerms): string {
	return hash('sha256', JSON.stringify([why, readings, further])).slice(0, 16);
}

/**
 * Enters what a reading says, or that the figure is not known.
 *
 * @param choice the position of the reading, or `OPEN`
 * @param seen the tag of what the editor saw: see `seenTag`
 * @throws UserError when the program has changed since then
 */
export function confirmTerms(change: OpenChange, slug: string, choice: string, seen: string): void {
	const program = needRecord(change.db, 'programs', slug);
	const unsure = unsureTerms(program);
	const reading = unsure?.readings[Number(choice)];
	if (unsure === null || seenTag(unsure) !== seen || (reading === undefined && choice !== OPEN)) {
		throw new UserError(`What ${program.name} pays has changed since the page was opened. Look at it again.`);
	}
	const open = { commission_rate: null, commission_amount: null };
	setFields(change, 'programs', slug, reading ? acceptedColumns(program, reading, unsure.further) : open);
}
