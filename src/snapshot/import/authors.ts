/**
 * Gives all reviews by an author the same name and picture: the last values that the import contains for that author.
 */
import type { Violation } from '../../catalog/records.ts';
import type { Review } from '../../catalog/review.ts';
import type { RecordPosition } from './references.ts';
import type { RawRecord } from './source.ts';

export type FindAuthor = (
	username: string,
) => { readonly display_name: string; readonly avatar_url: string | null } | undefined;

export interface Authors {
	/** Records the author of a review. Returns a problem for each field that contradicts an earlier review. */
	note(raw: RawRecord, review: Review, place: RecordPosition): Violation[];
	/** Returns the review with its author's final name and picture. Call `note` for all reviews first. */
	settle(review: Review): Review;
}

/** The known values by username. A value from a review comes with the place of that review. A default has no place. */
type Known<T> = Map<string, { readonly value: T; readonly place?: RecordPosition | undefined }>;

/**
 * Collects the authors of the reviews in an import. If a source has no field for the name or picture of authors, the
 * values in the snapshot are kept.
 */
export function settledAuthors(findStored: FindAuthor): Authors {
	const names: Known<string> = new Map();
	const pictures: Known<string | null> = new Map();
	return {
		note: (raw, { author_username: username, author_display_name, author_avatar_url }, place) => [
			...noteLast(names, username, raw, 'author_display_name', author_display_name, place),
			...noteLast(pictures, username, raw, 'author_avatar_url', author_avatar_url, place),
		],
		settle: (review) => {
			const username = review.author_username;
			if (!names.has(username)) names.set(username, { value: findStored(username)?.display_name ?? username });
			if (!pictures.has(username)) pictures.set(username, { value: findStored(username)?.avatar_url ?? null });
			const author_display_name = names.get(username)?.value as string;
			const author_avatar_url = pictures.get(username)?.value as string | null;
			if (review.author_display_name === author_display_name && review.author_avatar_url === author_avatar_url) {
				return review;
			}
			return { ...review, author_display_name, author_avatar_url };
		},
	};
}

/**
 * Records a value for an author. A value given in the review replaces any earlier value. A default is used only if
 * there is no earlier value.
 */
function noteLast<T>(
	known: Known<T>,
	username: string,
	raw: RawRecord,
	column: string,
	value: T,
	place: RecordPosition,
): Violation[] {
	const before = known.get(username);
	if (raw[column] === undefined) {
		if (column in raw && before === undefined) known.set(username, { value });
		return [];
	}
	if (before?.place !== undefined && before.value === value) return [];
	known.set(username, { value, place });
	if (before?.place === undefined) return [];
	const { file, row } = before.place;
	const rule = `the same in all reviews by ${username} (${file} row ${row} has ${JSON.stringify(before.value)})`;
	return [{ column, value, rule, fix: 'correct one of the two rows, because only the last value is used' }];
}
