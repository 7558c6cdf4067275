/** Tells what a source and its users have given of a program's pay from what was read in its words. */
import type { Evidence } from '../../catalog/commission-columns.ts';
import type { Program } from '../../catalog/program.ts';
import { isSameValue } from '../../catalog/records.ts';
import { filledTerms } from '../terms/fill-terms.ts';
import { DEFAULTS, givenTerms, NO_FIGURES, READ_COLUMNS } from '../terms/given-terms.ts';
import type { RawRecord } from './source.ts';
import type { PastEdit } from './stored.ts';

/** The columns that earlier versions filled by reading. */
const FIGURES: readonly (keyof Program)[] = [
	...(Object.keys(NO_FIGURES) as (keyof Program)[]),
	'offers',
	'commission_type',
];

interface Given {
	readonly ours: Program;
	readonly said: RawRecord | undefined;
	/** Whether an earlier version has read the program, so that it must be read anew. */
	readonly isReadAnew: boolean;
}

/**
 * Empties the values that were read, in a stored program and in what its source said at its last import.
 *
 * @param raw what the source says now
 * @param edits latest first
 */
export function givenBefore(
	stored: Program,
	said: RawRecord | undefined,
	raw: RawRecord,
	edits: () => readonly PastEdit[],
): Given {
	const ours = givenTerms(stored);
	if (said === undefined) return { ours, said, isReadAnew: false };
	// A source without words about pay cannot be where the figures were read.
	const isReadAnew = stored.commission_evidence === null && typeof raw.commission_text === 'string';
	if (!isReadAnew) return { ours, said: saidInFile(said, ours), isReadAnew };
	const lacking = FIGURES.filter((column) => (raw[column] ?? null) === null);
	const emptied = Object.fromEntries(lacking.map((column) => [column, undefined]));
	return { ours: givenEarlier(stored, lacking, edits()), said: { ...said, ...emptied }, isReadAnew };
}

/** Empties the figures that an earlier version read, which kept no evidence, but not those that a user has set. */
function givenEarlier(stored: Program, columns: readonly (keyof Program)[], edits: readonly PastEdit[]): Program {
	const values: { [column: string]: unknown } = {};
	const evidence: { [column: string]: Evidence } = {};
	for (const column of columns) {
		const edit = edits.find(({ before }) => before !== undefined && column in before);
		if (edit === undefined || edit.isImport) values[column] = DEFAULTS[column as never] ?? null;
		else evidence[column] = { by: 'editor', place: null, words: null };
	}
	return { ...stored, ...values, commission_evidence: evidence };
}

/**
 * Empties the values that were read. An exported file has them beside their evidence. If someone has changed such a value
 * in the file, the file gives it.
 */
export function givenInFile(program: Program, raw: RawRecord, stored: Program | undefined): Program {
	const given = givenTerms(program);
	if (given === program || (raw.commission_evidence ?? null) === null) return given;
	const read = filledTerms(given);
	const changed = READ_COLUMNS.filter(
		(column) =>
			program.commission_evidence?.[column]?.by === 'words' &&
			!isSameValue(program[column], read[column]) &&
			!isSameValue(program[column], stored?.[column]),
	);
	return { ...given, ...Object.fromEntries(changed.map((column) => [column, program[column]])) };
}

/**
 * Returns what a source said at its last import, without the values of an exported file that were read. What the file gave
 * instead of a read value is the record's.
 */
function saidInFile(said: RawRecord, ours: Program): RawRecord {
	const { commission_evidence: evidence, ...values } = said;
	const read = Object.entries((evidence ?? {}) as NonNullable<Program['commission_evidence']>).flatMap(
		([column, { by }]) => (by === 'words' ? [column] : []),
	);
	const isEdited = (column: string) => ours.commission_evidence?.[column]?.by === 'editor';
	return {
		...Object.fromEntries(Object.entries(values).filter(([column]) => !read.includes(column))),
		...Object.fromEntries(read.filter(isEdited).map((column) => [column, undefined])),
	};
}
