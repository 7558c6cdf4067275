/** Makes the IDs of reviews that have none in their file. */
import { createHash } from 'node:crypto';
import type { RawRecord } from './source.ts';

/**
 * Returns a function that makes the ID of a review from its program, author and date, so that the same review gets the same
 * ID at the next import. A further review with the same three gets another ID.
 */
export function reviewIds(): (review: RawRecord) => string {
	const counts = new Map<string, number>();
	return ({ program, author_username, created_at }) => {
		const identity = JSON.stringify([program, author_username, created_at]);
		const count = (counts.get(identity) ?? 0) + 1;
		counts.set(identity, count);
		const text = count === 1 ? identity : `${identity} ${count}`;
		return `rev_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
	};
}
