/**
 * Corrects misspelled words, using a list of the words of all names, and of facts that the search does not cover. The
 * list is loaded when it is first needed.
 */
import { type KnownWords, nearNames, nearTexts } from '../../search/suggest.ts';
import { fold } from '../../search/text.ts';
import { WordList } from '../../search/word-list.ts';

const ADDRESS = '/search-words.txt';
/** The maximum number of corrections to try, one after another. */
const MOST_TEXTS = 4;

export class Spelling {
	#words: Promise<WordList> | undefined;

	/**
	 * Returns corrections of a query, most likely first. Returns an empty list if the words cannot be loaded.
	 *
	 * @param found the folded words of the query that the search finds. They are not corrected
	 */
	async near(text: string, found: ReadonlySet<string>): Promise<string[]> {
		this.#words ??= load();
		try {
			const list = await this.#words;
			const known: KnownWords = {
				has: (word, asPrefix) => found.has(word) || list.has(word, asPrefix),
				near: (word, asPrefix) => list.near(word, asPrefix),
			};
			const names = { near: (name: string) => list.near(name, false), nameOf: (name: string) => name };
			const near = [...nearNames(text, known, names), ...nearTexts(text, known)];
			return near.filter((other) => other !== fold(text)).slice(0, MOST_TEXTS);
		} catch {
			this.#words = undefined;
			return [];
		}
	}
}

async function load(): Promise<WordList> {
	const response = await fetch(ADDRESS);
	if (!response.ok) throw new Error(`${ADDRESS}: ${response.status}`);
	return new WordList((await response.text()).split('\n').filter(Boolean));
}
