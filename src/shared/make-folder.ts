import { mkdirSync } from 'node:fs';

/** Makes a folder and its missing parent folders. @param mode the permissions of new folders */
export function makeFolder(folder: string, mode = 0o777): void {
	mkdirSync(folder, { mode, recursive: true });
}
