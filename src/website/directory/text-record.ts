/** A page in the form in which it is indexed. */
export interface TextRecord {
	readonly url: string;
	readonly content: string;
	readonly meta: TextMeta;
	/** The values of Pagefind's filters, by the filters' names. */
	readonly filters?: { readonly [name: string]: string };
}

/** A page that the site-wide search finds. `record` creates the page's record. */
export interface TextSource {
	readonly url: string;
	/** The slug of the program that the page is about. Absent for other pages. */
	readonly program?: string;
	record(): TextRecord;
}

/** The data of a result. It is searched too, so it must not contain words that all programs have, such as units. */
export type TextMeta = {
	readonly title: string;
	/** The other names of a program, and its names without spaces, one per line. */
	readonly names?: string;
	/** The known figures of a program's commission: `$50 + 10%`, `up to 60%`. */
	readonly pays?: string;
	/**
	 * The type of a program's commission, such as `recurring`. If the commission has no clear figures, it is described in
	 * words instead.
	 */
	readonly terms?: string;
	/** The cookie duration of a program: `60 days`. */
	readonly cookie?: string;
	/** The number of programs in a category, organization or network. */
	readonly programs?: string;
};
