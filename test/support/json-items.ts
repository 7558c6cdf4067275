import type { Items } from '../../src/api/directory.ts';

/** The text of some items of a list, as a JSON array. */
export function itemsText(items: Items): string {
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return `[${text}]`;
}

/** Their values. */
export function jsonItems<T>(items: Items): T[] {
	return JSON.parse(itemsText(items));
}
