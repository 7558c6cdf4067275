import type { Items } from './directory.ts';

/** Parses items of a list, which are stored as JSON. */
export function parsedItems<T>(items: Items): T[] {
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return JSON.parse(`[${text}]`);
}
