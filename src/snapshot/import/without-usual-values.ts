/**
 * Leaves out the values that a registry gives for nearly every program, or for nearly every program of one of its
 * channels. Such a value is not a fact about any of them: nobody has looked it up.
 */
import type { Program } from '../../catalog/program.ts';
import type { NoteBook } from './notes.ts';
import type { SourceRecord } from './source.ts';
import { usualValue } from './usual-value.ts';

/** The fields in which programs differ, so that nearly the same value everywhere is suspicious. */
export const DIFFERING_FIELDS = [
	'cookie_days',
	'payout_minimum',
	'payout_frequency',
	'payout_methods',
	'approval',
	'attribution',
] as const satisfies readonly (keyof Program)[];

/**
 * Returns the programs without such values, and adds a note for each field.
 *
 * @param channelOf returns the channel through which the source got a program, if it is known
 */
export function withoutUsualValues(
	programs: readonly SourceRecord[],
	notes: NoteBook,
	channelOf: (program: SourceRecord) => string | undefined = () => undefined,
): SourceRecord[] {
	const channels = Map.groupBy(programs, channelOf);
	const left = new Map<SourceRecord, { [field: string]: null }>();
	const leaveOut = (field: string, members: readonly SourceRecord[], of: string) => {
		const usual = usualValue(members, ({ raw }) => raw[field]);
		for (const record of usual?.members ?? []) {
			const { raw, sourceNames } = record;
			const detail = `${sourceNames?.[field] ?? field} ${[raw[field]].flat().join(' and ')}, ${Math.floor(100 * usual!.share)}%`;
			notes.add(`left out the same value for nearly ${of} (see --keep-usual)`, detail, String(raw.slug));
			left.set(record, { ...left.get(record), [field]: null });
		}
		return usual !== undefined;
	};
	for (const field of DIFFERING_FIELDS) {
		if (leaveOut(field, programs, 'all programs')) continue;
		for (const [channel, members] of channels) {
			if (channel !== undefined) leaveOut(field, members, `all programs of one of its channels (${channel})`);
		}
	}
	return programs.map((record) => ({ ...record, raw: { ...record.raw, ...left.get(record) } }));
}
