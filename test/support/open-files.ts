import { readdirSync, readlinkSync } from 'node:fs';

/** Returns the files in a folder that this process has open. Works only on Linux. */
export function openFilesIn(folder: string): string[] {
	return readdirSync('/proc/self/fd')
		.flatMap((number) => {
			try {
				return [readlinkSync(`/proc/self/fd/${number}`)];
			} catch {
				// It was closed in the meantime.
				return [];
			}
		})
		.filter((file) => file.startsWith(folder));
}
