/** A store holds releases on their way between machines: objects with names, in a folder or in a bucket. */
import { UserError } from '../shared/user-error.ts';
import { folderStore } from './folder-store.ts';

/** An object of a store, without its content. */
export interface StoredObject {
	/** The name of the object, such as `files/3b1f…`. */
	readonly name: string;
	readonly size: number;
	/** When it was written last, in milliseconds. */
	readonly modified: number;
}

export interface ReleaseStore {
	/** The address, as the user has given it. */
	readonly address: string;
	/** The objects whose names begin with `folder/`, sorted by name. */
	list(folder: string): Promise<StoredObject[]>;
	/** The content of an object; undefined if there is none with this name. */
	read(name: string): Promise<Buffer | undefined>;
	/** Writes the content of an object to a new file. Returns whether there is an object with this name. */
	download(name: string, file: string): Promise<boolean>;
	/** Writes an object. Readers see all of it or nothing. */
	write(name: string, content: Buffer): Promise<void>;
	/** Writes an object with the content of a file, in the same way. */
	upload(name: string, file: string): Promise<void>;
	/** Removes an object, if it exists. */
	remove(name: string): Promise<void>;
}

/**
 * Opens the store at an address: the path of a folder, or `s3://bucket/prefix`.
 *
 * @throws UserError when the address has another form
 */
export async function openStore(address: string): Promise<ReleaseStore> {
	if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) return folderStore(address);
	const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(address) ?? [];
	if (bucket === undefined) {
		throw new UserError(`${address} is not a valid store for releases. It must be a folder or s3://BUCKET/PREFIX.`);
	}
	// Loading the library takes 0.1 s and 35 MB of memory, and only this store needs it.
	const { s3Store } = await import('./s3-store.ts');
	return s3Store(address, bucket, prefix);
}
