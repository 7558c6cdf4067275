/** The history of a program's terms, worded like the terms on the program's page. */

import { dataAt } from '../../api/directory.ts';
import type { ChangedFields } from '../../catalog/change.ts';
import { labelOf } from '../../catalog/columns.ts';
import { spaced } from '../../catalog/keyword-names.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { isSlug } from '../../catalog/slug.ts';
import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { Release } from '../../release/release.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { FACT_WORDS } from '../format/facts.ts';
import { inWords } from '../format/numbers.ts';
import { offersWords } from '../format/offers.ts';
import { commissionInWords, commissionText, cookie, durationWords, payoutMinimum, typeWords } from '../format/terms.ts';
import type { FieldLine } from './field-line.ts';

export interface TermsChange {
	readonly at: string;
	readonly lines: readonly FieldLine[];
}

/** How many changes to terms are shown, and how many of the program's latest changes are searched to find them. */
const LONGEST = 12;
const SEARCHED = 200;
const LONGEST_VALUE = 80;
const UNKNOWN = 'not published';

/**
 * For each column with a term, a function that returns the value in words. The function returns null if the value is
 * unknown.
 */
const TERMS: { readonly [column in keyof ProgramDetail]?: (program: ProgramDetail) => string | null } = {
	commission_rate: (program) => commissionText(program) || commissionInWords(program, LONGEST_VALUE),
	commission_type: typeWords,
	commission_duration: durationWords,
	offers: offersWords,
	cookie_days: ({ cookie_days }) => words(cookie(cookie_days)),
	payout_minimum: (program) => words(payoutMinimum(program)),
	...FACT_WORDS,
	// In lower case, like the type and the duration.
	payout_frequency: ({ payout_frequency }) => payout_frequency && spaced(payout_frequency),
	verified: ({ verified }) => (verified ? 'yes' : 'no'),
};

const words = (quantity: Parameters<typeof inWords>[0] | null) => quantity && inWords(quantity);

/** Reads the changes to a program's terms, newest first. Returns undefined if the release has no such program. */
export function termsHistory(
	history: HistoryReader,
	release: Pick<Release, 'resource'>,
	slug: string,
): TermsChange[] | undefined {
	const current = isSlug(slug) ? dataAt<ProgramDetail>(release, `/programs/${slug}`) : undefined;
	if (current === undefined) return undefined;
	const found = history.newest({ kind: 'program', id: slug }, Number.MAX_SAFE_INTEGER, SEARCHED);
	const changes: TermsChange[] = [];
	let program = current;
	for (const { op, fields, at } of found) {
		// This change added the program, so there were no terms before it.
		if (op !== 'changed') break;
		const changed: ChangedFields = fields === null ? {} : JSON.parse(fields);
		const [before, after] = [withValues(program, changed, 0), withValues(program, changed, 1)];
		const lines = changedTerms(before, after);
		if (lines.length > 0) changes.push({ at, lines });
		program = before;
	}
	return changes.slice(0, LONGEST);
}

/** Returns the program with the values that its fields had before (0) or after (1) a change. */
function withValues(program: ProgramDetail, fields: ChangedFields, side: 0 | 1): ProgramDetail {
	return { ...program, ...Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values[side]])) };
}

function changedTerms(before: ProgramDetail, after: ProgramDetail): FieldLine[] {
	return Object.entries(TERMS).flatMap(([column, wordsOf]) => {
		const [old, now] = [wordsOf(before) ?? UNKNOWN, wordsOf(after) ?? UNKNOWN];
		if (old === now) return [];
		const label = labelOf(PROGRAM_COLUMNS, column);
		return [{ label, before: excerpt(old, LONGEST_VALUE), after: excerpt(now, LONGEST_VALUE) }];
	});
}
