/**
 * Finds the values that a source gives for nearly every program, or for nearly every program of one of its channels. Such
 * a value says little about any of them.
 */
import { SOURCE_DEFAULT_FIELDS, type SourceDefaultField } from '../../catalog/program-facts.ts';
import type { NoteBook } from './notes.ts';
import type { SourceRecord } from './source.ts';
import { usualValue } from './usual-value.ts';

/** The programs that have a default value. */
interface Default {
	readonly field: SourceDefaultField;
	readonly records: ReadonlySet<SourceRecord>;
	/** The share of the programs with a value that have this value, from 0 to 1. */
	readonly share: number;
}

/**
 * Adds to each program the names of its fields that have such a value, and adds a note for each field.
 *
 * @param channelOf returns the channel through which the source got a program, if it is known
 */
export function withSourceDefaults(
	programs: readonly SourceRecord[],
	notes: NoteBook,
	channelOf: (program: SourceRecord) => string | undefined = () => undefined,
): SourceRecord[] {
	const channels = Map.groupBy(programs, channelOf);
	const defaults = SOURCE_DEFAULT_FIELDS.flatMap((field) => {
		const usual = defaultIn(programs, field);
		if (usual !== undefined) {
			addNotes(usual, 'all programs', notes);
			return [usual];
		}
		return [...channels].flatMap(([channel, members]) => {
			const own = channel === undefined ? undefined : defaultIn(members, field);
			if (own !== undefined) addNotes(own, `all programs of one of its channels (${channel})`, notes);
			return own ?? [];
		});
	});
	return programs.map((record) => {
		const own = defaults.filter(({ records }) => records.has(record)).map(({ field }) => field);
		return { ...record, raw: { ...record.raw, source_defaults: own.length > 0 ? own : undefined } };
	});
}

/** Returns the value that nearly all of these programs have in a field, if there is one. */
function defaultIn(programs: readonly SourceRecord[], field: SourceDefaultField): Default | undefined {
	const usual = usualValue(programs, ({ raw }) => raw[field]);
	return usual && { field, records: new Set(usual.members), share: usual.share };
}

function addNotes({ field, records, share }: Default, of: string, notes: NoteBook): void {
	for (const { raw, sourceNames } of records) {
		const about = `${sourceNames?.[field] ?? field} ${[raw[field]].flat().join(' and ')}, ${Math.floor(100 * share)}%`;
		notes.add(`found the same value for nearly ${of}, so pages name its source`, about, String(raw.slug));
	}
}
