import type { PageType } from '../directory/page-type.ts';
import { searchWords } from './search-words.ts';

export interface SearchWordsView {
	readonly words: readonly string[];
}

export const searchWordsFile: PageType<SearchWordsView> = {
	route: '/search-words.txt',
	pages: ({ categories, networks, programs, organizations }) => [
		{
			address: '/search-words.txt',
			view: () => ({ words: searchWords([...categories, ...networks, ...programs, ...organizations]) }),
		},
	],
};
