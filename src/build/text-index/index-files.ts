/** Reads the files of the old text index, and receives the files of the new one. Paths identify the files. */
export interface IndexFiles {
	/** Reads a file of the old index. */
	read(path: string): Buffer;
	/** Keeps a file of the old index. */
	keep(path: string): void;
	/** Keeps all files of the old index. */
	keepAll(): void;
	/** Removes a file of the old index. */
	remove(path: string): void;
	/** Adds a file. Resolves when the caller may add the next file, so that only a few files wait in memory. */
	add(path: string, content: Buffer): Promise<void>;
}
