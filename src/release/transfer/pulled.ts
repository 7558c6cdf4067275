/** Stores, in the folder of releases, which publication was pulled last, and from which store. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfinishedName } from '../leftovers.ts';

interface PulledPublication {
	/** The address of the store. */
	readonly store: string;
	readonly publication: string;
	/** When the publication was written, in milliseconds since 1970. */
	readonly modified: number;
}

export const pulledFile = (out: string) => join(out, 'pulled.json');

/** Returns the publication that was pulled last. Undefined if there is none or if it came from another store. */
export function lastPulled(out: string, store: string): PulledPublication | undefined {
	try {
		const pulled: PulledPublication = JSON.parse(readFileSync(pulledFile(out), 'utf8'));
		return pulled.store === store ? pulled : undefined;
	} catch {
		// If this file is missing or unreadable, the next pull compares everything again.
		return undefined;
	}
}

export function recordPulled(out: string, pulled: PulledPublication): void {
	const unfinished = join(out, `${unfinishedName()}-pulled`);
	writeFileSync(unfinished, JSON.stringify(pulled));
	renameSync(unfinished, pulledFile(out));
}
