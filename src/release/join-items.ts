import type { Items } from '../api/directory.ts';
import type { Entry } from './pack.ts';

const COMMA = ','.charCodeAt(0);

/** Joins items with commas, for a response. */
export function joinItems(items: readonly Pick<Entry, 'tag' | 'body'>[]): Items {
	return {
		count: items.length,
		length: items.reduce((sum, { body }) => sum + body.length, Math.max(0, items.length - 1)),
		tag: items.map(({ tag }) => tag).join(''),
		copyTo(target, start) {
			let end = start;
			for (const { body } of items) {
				if (end > start) target[end++] = COMMA;
				end += body.copy(target, end);
			}
		},
	};
}
