import type { Items } from '../../src/api/release-data.ts';

/** Returns list items as the text of a JSON array. */
export function itemsText(items: Items): string {
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return `[${text}]`;
}

/** Returns the parsed values of list items. */
export function jsonItems<T>(items: Items): T[] {
	return JSON.parse(itemsText(items));
}
