/**
 * Leaves out the values that a registry gives for nearly every program, or for nearly every program of one of its
 * channels. Such a value is not a fact about any of them: nobody has looked it up.
 */
import type { Program } from '../../catalog/program.ts';
import type { NoteBook, SourceRecord } from './source.ts';

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

/** A value is usual if at least this share of the members with a value have it. */
const SMALLEST_SHARE = 0.95;
/** The fewest members with a value. Among fewer, equal values are no surprise. */
const FEWEST_MEMBERS = 50;

interface UsualValue<T> {
	/** The members that have the value. */
	readonly members: readonly T[];
	/** The share of the members with a value that have this value, from 0 to 1. */
	readonly share: number;
}

/**
 * Finds the value that nearly all members have, if there is one. Members without a value do not count.
 *
 * @param read returns the value of a member. Undefined and null mean that it has none
 */
export function usualValue<T>(members: readonly T[], read: (member: T) => unknown): UsualValue<T> | undefined {
	const known = members.filter((member) => (read(member) ?? null) !== null);
	if (known.length < FEWEST_MEMBERS) return undefined;
	const groups = Map.groupBy(known, (member) => identityOf(read(member)));
	const [usual] = [...groups.values()].sort((a, b) => b.length - a.length);
	const share = usual!.length / known.length;
	return share < SMALLEST_SHARE ? undefined : { members: usual!, share };
}

/** Returns the same text or number for equal values. */
function identityOf(value: unknown): unknown {
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
