/** A store is a folder or bucket through which machines exchange releases. It holds named objects. */

/** An object of a store, without its content. */
export interface StoredObject {
	/** The name of the object, such as `files/3b1f…`. */
	readonly name: string;
	readonly size: number;
	/** When the object was last written, in milliseconds since 1970. */
	readonly modified: number;
}

export interface ReleaseStore {
	/** The address, as the user has given it. */
	readonly address: string;
	/** Returns the objects whose names begin with `folder/`, sorted by name. */
	list(folder: string): Promise<StoredObject[]>;
	/**
	 * Returns an object's content, or undefined if the object does not exist.
	 *
	 * @throws UserError when the content is longer than `most` bytes. No more than that is read
	 */
	read(name: string, most: number): Promise<Buffer | undefined>;
	/**
	 * Writes the content of an object to a new file. Returns whether the object exists.
	 *
	 * @throws UserError when the content is longer than `most` bytes. No more than that is written
	 */
	download(name: string, file: string, most: number): Promise<boolean>;
	/** Writes an object. Readers never see a partly written object. */
	write(name: string, content: Buffer): Promise<void>;
	/** Writes a file's content to an object. Readers never see a partly written object. */
	upload(name: string, file: string): Promise<void>;
	/** Removes an object, if it exists. */
	remove(name: string): Promise<void>;
}
