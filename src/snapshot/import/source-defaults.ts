/** Finds the values that a source gives for nearly every program. Such a value says little about any of them. */
import { SOURCE_DEFAULT_FIELDS } from '../../catalog/program-facts.ts';
import type { NoteBook } from './notes.ts';
import type { SourceRecord } from './source.ts';

/** A value is a default if at least this share of the programs with a value have it. */
const SMALLEST_SHARE = 0.95;
/** The fewest programs with a value. Among fewer, equal values are no surprise. */
const FEWEST_PROGRAMS = 50;

/** Adds to each program the names of its fields that have such a value, and adds a note for each field. */
export function withSourceDefaults(programs: readonly SourceRecord[], notes: NoteBook): SourceRecord[] {
	const defaults = SOURCE_DEFAULT_FIELDS.flatMap((field) => {
		const text = ({ raw }: SourceRecord) => JSON.stringify(raw[field]);
		const known = programs.filter(({ raw }) => raw[field] !== undefined && raw[field] !== null);
		if (known.length < FEWEST_PROGRAMS) return [];
		const [usual] = [...Map.groupBy(known, text).values()].sort((a, b) => b.length - a.length);
		const share = usual!.length / known.length;
		if (share < SMALLEST_SHARE) return [];
		const { raw, sourceNames } = usual![0]!;
		const about = `${sourceNames?.[field] ?? field} ${[raw[field]].flat().join(' and ')}, ${Math.floor(100 * share)}%`;
		for (const record of usual!) {
			notes.add(
				'found the same value for nearly all programs, so pages name its source',
				about,
				String(record.raw.slug),
			);
		}
		return [{ field, records: new Set(usual) }];
	});
	return programs.map((record) => {
		const own = defaults.filter(({ records }) => records.has(record)).map(({ field }) => field);
		return { ...record, raw: { ...record.raw, source_defaults: own.length > 0 ? own : undefined } };
	});
}
