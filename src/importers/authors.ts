/** An author has one name and one picture, however many reviews name them: the last that an import gives. */
import type { Problem } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import type { Place } from './references.ts';
import type { RawRecord } from './source.ts';

/** An author as the snapshot holds them, by username. */
export type FindAuthor = (
	username: string,
) => { readonly display_name: string; readonly avatar_url: string | null } | undefined;

export interface Authors {
	/** Notes what a review says of its author; returns where it contradicts an earlier one. */
	note(raw: RawRecord, review: Review, place: Place): Problem[];
	/** The review with what all reviews together say of its author, once all are noted. */
	settle(review: Review): Review;
}

/** What is known of each author, and which review gave it; none where it is a default. */
type Known<T> = Map<string, { readonly value: T; readonly place?: Place | undefined }>;

/** A source that does not speak of an author's name or picture leaves the stored one as it is. */
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

/** A value that is given replaces any other; a default only fills a gap. */
function noteLast<T>(
	known: Known<T>,
	username: string,
	raw: RawRecord,
	column: string,
	value: T,
	place: Place,
): Problem[] {
	const before = known.get(username);
	if (raw[column] === undefined) {
		if (column in raw && before === undefined) known.set(username, { value });
		return [];
	}
	if (before?.place !== undefined && before.value === value) return [];
	known.set(username, { value, place });
	if (before?.place === undefined) return [];
	const { file, row } = before.place;
	const rule = `the same as for ${username} in ${file} row ${row}, ${JSON.stringify(before.value)}`;
	return [{ column, value, rule, fix: 'use the same value in both rows, or the last one counts' }];
}
