/** Where a list of changes starts: after a snapshot, or at a time. */
export type ChangesStart =
	/** Starts after the latest publication of the snapshot with this ID. */
	| { readonly snapshot: string }
	/**
	 * Starts after the publication that was current at this time, a timestamp in the catalogue's format. Publications in
	 * the same second come after the start, because they were published in the course of that second.
	 */
	| { readonly time: string };
