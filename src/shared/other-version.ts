/** The versions of a file of this application that it can read. */
export interface ReadableVersions {
	readonly first: number;
	readonly last: number;
	/** The commit of this application that updates earlier versions to the first one. */
	readonly updater?: string;
}

/**
 * Says which version a file of this application has, and what can read it.
 *
 * @param name names the file, at the start of the sentence
 */
export function otherVersion(name: string, version: number, { first, last, updater }: ReadableVersions): string {
	const reads = `this one reads ${first === last ? `version ${last}` : `versions ${first} to ${last}`}`;
	if (version > last) {
		return `${name} was written by a newer version of this application: it has version ${version}, and ${reads}. Use the version that wrote it, or a later one.`;
	}
	return `${name} was written by an earlier version of this application: it has version ${version}, and ${reads}. Keep it: the version that wrote it can use it${updater === undefined ? '' : `, and the commit ${updater} updates it to version ${first}`}.`;
}
