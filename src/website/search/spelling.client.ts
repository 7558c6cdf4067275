/**
 * Corrects misspelled words, using a list of all words that occur in names. The list is loaded when it is first needed.
 */
import { nearTexts } from '../../search/suggest.ts';
import { fold } from '../../search/text.ts';
import { WordList } from '../../search/word-list.ts';

const ADDRESS = '/search-words.txt';
/** The maximum number of corrections to try, one after another. */
const MOST_TEXTS = 4;

export class Spelling {
	#words: Promise<WordList> | undefined;

	/** Returns corrections of a query, most likely first. Returns an empty list if the words cannot be loaded. */
	async near(text: string): Promise<string[]> {
		this.#words ??= load();
		try {
			const near = nearTexts(text, await this.#words);
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
