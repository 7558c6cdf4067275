import type { TextSearch } from './text-search.client.ts';

let loading: Promise<TextSearch> | undefined;

/**
 * Loads the code of the search when it is first needed, because most visits do not use it. All users share one search.
 * If loading fails, the next call tries again.
 */
export function loadTextSearch(): Promise<TextSearch> {
	loading ??= import('./text-search.client.ts').then(({ TextSearch }) => new TextSearch());
	loading.catch(() => {
		loading = undefined;
	});
	return loading;
}
