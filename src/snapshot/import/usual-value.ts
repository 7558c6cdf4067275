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
