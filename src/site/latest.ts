/** The latest of some timestamps, which can be compared as text. */
export function latest(timestamps: Iterable<string | null | undefined>): string | undefined {
	let found: string | undefined;
	for (const time of timestamps) if (time && (found === undefined || time > found)) found = time;
	return found;
}

/** The time of the latest change of some records. */
export const lastChange = (records: readonly { readonly updated_at: string }[]) =>
	latest(records.map(({ updated_at }) => updated_at));
