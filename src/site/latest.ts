/** Returns the latest of some timestamps. The timestamps must have a form that sorts correctly as text. */
export function latest(timestamps: Iterable<string | null | undefined>): string | undefined {
	let found: string | undefined;
	for (const time of timestamps) if (time && (found === undefined || time > found)) found = time;
	return found;
}

/** Returns the time at which any of the records last changed. */
export const lastChange = (records: readonly { readonly updated_at: string }[]) =>
	latest(records.map(({ updated_at }) => updated_at));
