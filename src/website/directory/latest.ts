/** Returns the latest timestamp, or undefined if there is none. The timestamps must sort correctly as text. */
export function latest(timestamps: Iterable<string | null | undefined>): string | undefined {
	let found: string | undefined;
	for (const time of timestamps) if (time && (found === undefined || time > found)) found = time;
	return found;
}

export const lastChange = (records: readonly { readonly updated_at: string }[]) =>
	latest(records.map(({ updated_at }) => updated_at));
