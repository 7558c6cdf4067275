import { readdirSync, readlinkSync } from 'node:fs';

/** The files in a folder that this process has open, on Linux. */
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
