/** Leaves the usual values of a source empty, or notes them: see `usual-values.ts`. */
import { cookiesIn } from '../record-rules.ts';
import { type Note, NoteBook, recordsOf, type Source, type SourceRecord } from './source.ts';
import {
	type CollectedProgram,
	hasUsualValue,
	ProgramCounts,
	type UsualValue,
	usualInWords,
	usualValues,
} from './usual-values.ts';

/** What is known about a source before an import of it. */
export interface BeforeImport {
	/** Its usual values when they were last counted. Undefined if they never were. */
	readonly last: readonly UsualValue[] | undefined;
	/** The slugs of the programs that it had at its last import. */
	readonly stated: ReadonlySet<string>;
	/** Whether the source no longer has the programs that the import lacks. */
	readonly isWhole: boolean;
}

interface WithoutUsualValues {
	/** The files to import. */
	readonly sources: readonly Source[];
	/** The usual values of the source, for its next import. Undefined if the source is no collection. */
	readonly usual: readonly UsualValue[] | undefined;
	/** Returns the notes about the programs that were read. */
	readonly notes: () => readonly Note[];
}

/**
 * Prepares the files of a source for an import. What is usual is counted in all of them. If they are only a part of the
 * source, it is what was usual at the last count.
 */
export function withoutUsualValues(
	sources: readonly Source[],
	before: BeforeImport,
	keepUsual = false,
): WithoutUsualValues {
	const collected = sources.flatMap(collectedIn);
	const isCollection = sources.some(({ groupsOf }) => groupsOf !== undefined);
	const usual = before.last !== undefined && isPart(sources, collected, before) ? before.last : usualValues(collected);
	const notes = new NoteBook();
	const own = new ProgramCounts();
	const prepared = sources.map((source) => {
		const { groupsOf } = source;
		if (groupsOf === undefined) {
			return withPrograms(source, (record) => {
				own.add(record);
				return record;
			});
		}
		if (keepUsual) return source;
		return withPrograms(source, (record) => emptied({ record, groups: groupsOf(record) }, usual, notes));
	});
	return {
		sources: prepared,
		usual: isCollection ? usual : undefined,
		notes: () => [...notes.all(), ...own.usual().map(ownNote)],
	};
}

/** Passes the programs of a source on as `change` returns them. */
function withPrograms(source: Source, change: (record: SourceRecord) => SourceRecord): Source {
	return {
		...source,
		read: (kind, sink) =>
			source.read(kind, kind === 'programs' ? { ...sink, record: (record) => sink.record(change(record)) } : sink),
	};
}

function collectedIn(source: Source): CollectedProgram[] {
	const { groupsOf } = source;
	if (groupsOf === undefined) return [];
	return recordsOf(source, 'programs').map((record) => ({ record, groups: groupsOf(record) }));
}

/** If an import has a smaller share of the programs that the source had, it is an import of a part. */
const SMALLEST_SHARE = 0.8;

function isPart(
	sources: readonly Source[],
	collected: readonly CollectedProgram[],
	{ stated, isWhole }: BeforeImport,
): boolean {
	if (isWhole) return false;
	const slugs = new Set(collected.map(({ record }) => record.raw.slug));
	const repeated = [...stated].filter((slug) => slugs.has(slug)).length;
	return sources.some(({ lacksRows }) => lacksRows) || repeated < SMALLEST_SHARE * stated.size;
}

/** Empties the fields of a program that have a usual value, and notes it. */
function emptied(program: CollectedProgram, usual: readonly UsualValue[], notes: NoteBook): SourceRecord {
	const { record } = program;
	const found = usual.filter((one) => hasUsualValue(program, one) && !saysItself(record, one));
	for (const one of found) notes.add(LEFT_EMPTY, usualInWords(one), String(record.raw.slug));
	return { ...record, raw: { ...record.raw, ...Object.fromEntries(found.map(({ field }) => [field, null])) } };
}

/** Whether a program's own words have a usual value: "with a 60-day cookie window". */
function saysItself({ raw }: SourceRecord, { field, value }: UsualValue): boolean {
	if (field !== 'cookie_days') return false;
	const texts = [raw.commission_text, raw.description, raw.long_description].join('\n');
	return cookiesIn(texts).some(({ days }) => days === value);
}

const LEFT_EMPTY = 'left empty, because nearly all programs have the same value (see --keep-usual)';

const ownNote = (usual: UsualValue): Note => ({
	about: 'kept, although nearly all programs have the same value (see "Usual values" in src/docs/importing.md)',
	detail: usualInWords(usual),
	programs: [],
});
