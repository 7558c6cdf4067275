import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compareText } from '../../shared/compare-text.ts';
import { diskFull, isDiskFull } from '../../shared/disk-full.ts';
import { explain } from '../../shared/explain.ts';
import { makeFolder } from '../../shared/make-folder.ts';
import { UserError } from '../../shared/user-error.ts';
import { damagedObject, oversizedObject } from './damaged-object.ts';
import type { ReleaseStore, StoredObject } from './release-store.ts';

/** Opens a store in a folder, such as a folder on a disk that several machines share. */
export function folderStore(address: string): ReleaseStore {
	const path = (name: string) => join(address, name);

	/** Resolves to the result of `work`, or to undefined if `work` fails because a file or folder does not exist. */
	async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
			throw isDiskFull(error) || error instanceof UserError ? error : unusable(address, error);
		}
	}

	/** Throws a UserError if an object is longer than `most` bytes, or is not a file. */
	async function refuseOversized(name: string, most: number): Promise<void> {
		const found = await stat(path(name));
		if (!found.isFile()) throw damagedObject(address, name);
		if (found.size > most) throw oversizedObject(address, name, most);
	}

	/** Writes a file under a temporary name, then renames it, so that readers never see an incomplete file. */
	async function put(name: string, write: (unfinished: string) => Promise<void>): Promise<void> {
		const folder = dirname(path(name));
		explain(() => makeFolder(folder), 'make the folder', folder);
		const unfinished = join(folder, `.${basename(name)}-${randomUUID()}`);
		try {
			await write(unfinished);
			const file = await open(unfinished, 'r+');
			await file.sync().finally(() => file.close());
			await rename(unfinished, path(name));
		} catch (error) {
			await rm(unfinished, { force: true });
			throw isDiskFull(error) ? diskFull(address, error) : unusable(address, error);
		}
	}

	return {
		address,
		async list(folder) {
			const names = await unlessMissing(readdir(path(folder)));
			const found = await Promise.all((names ?? []).map((name) => describe(`${folder}/${name}`)));
			return found.filter((one) => one !== undefined).sort((a, b) => compareText(a.name, b.name));
		},
		read: (name, most) => unlessMissing(refuseOversized(name, most).then(() => readFile(path(name)))),
		async download(name, file, most) {
			const copy = () => copyFile(path(name), file, constants.COPYFILE_FICLONE).then(() => true);
			return (await unlessMissing(refuseOversized(name, most).then(copy))) ?? false;
		},
		write: (name, content) => put(name, (unfinished) => writeFile(unfinished, content)),
		upload: (name, file) => put(name, (unfinished) => copyFile(file, unfinished, constants.COPYFILE_FICLONE)),
		remove: (name) => rm(path(name), { force: true }),
	};

	async function describe(name: string): Promise<StoredObject | undefined> {
		const found = await unlessMissing(stat(path(name)));
		return found?.isFile() ? { name, size: found.size, modified: found.mtimeMs } : undefined;
	}
}

function unusable(address: string, cause: unknown): UserError {
	return new UserError(`${address} cannot be used: ${(cause as Error).message}`, { cause });
}
