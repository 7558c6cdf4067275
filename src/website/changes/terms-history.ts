/** The history of a program's terms, worded like the terms on the program's page. */

import { dataAt } from '../../api/release-data.ts';
import type { ChangedFields } from '../../catalog/change.ts';
import { labelOf } from '../../catalog/columns.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { isSlug } from '../../catalog/slug.ts';
import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { Release } from '../../release/release.ts';
import { excerpt } from '../../shared/text.ts';
import { type DetailedProgram, detailedProgram } from '../directory/listed-program.ts';
import { FACTS, labelOfFact } from '../format/facts.ts';
import { inWords } from '../format/numbers.ts';
import { type FieldLine, recordedOffer } from './change-entry.ts';

export interface TermsChange {
	readonly at: string;
	readonly lines: readonly FieldLine[];
}

/** How many changes to terms are shown, and how many of the program's latest changes are searched to find them. */
const LONGEST = 12;
const SEARCHED = 200;
const LONGEST_VALUE = 80;
const UNKNOWN = 'not stated';

/** The program's own words say nothing that the figures do not say. */
const TERMS: readonly TermWords[] = [
	...FACTS.filter(({ column }) => column !== 'commission_text').map((fact) => ({
		label: labelOfFact(fact),
		words(program: DetailedProgram) {
			const figures = (fact.figures?.(program) ?? []).filter((figure) => figure !== null);
			return fact.words?.(program) ?? (figures.map(inWords).join(' ') || null);
		},
	})),
	{ label: labelOf(PROGRAM_COLUMNS, 'verified'), words: ({ verified }) => (verified ? 'yes' : 'no') },
];

interface TermWords {
	readonly label: string;
	/** Returns null if the term is unknown. */
	readonly words: (program: DetailedProgram) => string | null;
}

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
		const lines = changedTerms(detailedProgram(before), detailedProgram(after));
		if (lines.length > 0) changes.push({ at, lines });
		program = before;
	}
	return changes.slice(0, LONGEST);
}

/** Returns the program with the values that its fields had before (0) or after (1) a change. */
function withValues(program: ProgramDetail, fields: ChangedFields, side: 0 | 1): ProgramDetail {
	const then = {
		...program,
		...Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values[side]])),
	};
	return { ...then, offers: then.offers.map(recordedOffer) };
}

function changedTerms(before: DetailedProgram, after: DetailedProgram): FieldLine[] {
	return TERMS.flatMap(({ label, words }) => {
		const [old, now] = [words(before) ?? UNKNOWN, words(after) ?? UNKNOWN];
		return old === now ? [] : [{ label, before: excerpt(old, LONGEST_VALUE), after: excerpt(now, LONGEST_VALUE) }];
	});
}
