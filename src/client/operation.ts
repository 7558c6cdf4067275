/** What a method of the client does. */
export interface Operation {
	/** The default is GET. */
	readonly method?: string | undefined;
	/** The path below the base address. A segment that starts with a colon stands for a value. */
	readonly path: string;
	/** What the method takes after the values for the path, if it takes more than options. */
	readonly takes?: 'query' | 'body' | undefined;
	/**
	 * What the method returns: the data of a response, a list with pages, the records of a file, the JSON in a file, or
	 * the response with a file.
	 */
	readonly returns: 'data' | 'list' | 'records' | 'content' | 'response';
	/** For a list, the maximum number of records on a page. */
	readonly most?: number | undefined;
	/** Whether all pages of the list come from the same version of the data. */
	readonly isPinned?: boolean | undefined;
}
