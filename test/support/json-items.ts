import type { Items } from '../../src/api/directory.ts';

/** Some items of a list as the text of a JSON array. */
export function itemsText(items: Items): string {
	const text = Buffer.alloc(items.length);
	items.copyTo(text, 0);
	return `[${text}]`;
}

/** The values of some items of a list. */
export function jsonItems<T>(items: Items): T[] {
	return JSON.parse(itemsText(items));
}
