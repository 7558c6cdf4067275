/** An author has one name and one picture, however many reviews name them: the last that an import gives. */
import type { Review } from '../catalog/review.ts';
import type { RawRecord } from './source.ts';

/** An author as the snapshot holds them, by username. */
export type FindAuthor = (
	username: string,
) => { readonly display_name: string; readonly avatar_url: string | null } | undefined;

export interface Authors {
	/** Notes what a review says of its author. */
	note(raw: RawRecord, review: Review): void;
	/** The review with what all reviews together say of its author, once all are noted. */
	settle(review: Review): Review;
}

/** A source that does not speak of an author's name or picture leaves the stored one as it is. */
export function settledAuthors(findStored: FindAuthor): Authors {
	const names = new Map<string, string>();
	const pictures = new Map<string, string | null>();
	return {
		note: (raw, { author_username: username, author_display_name, author_avatar_url }) => {
			noteLast(names, username, raw, 'author_display_name', author_display_name);
			noteLast(pictures, username, raw, 'author_avatar_url', author_avatar_url);
		},
		settle: (review) => {
			const username = review.author_username;
			if (!names.has(username)) names.set(username, findStored(username)?.display_name ?? username);
			if (!pictures.has(username)) pictures.set(username, findStored(username)?.avatar_url ?? null);
			const author_display_name = names.get(username) as string;
			const author_avatar_url = pictures.get(username) as string | null;
			if (review.author_display_name === author_display_name && review.author_avatar_url === author_avatar_url) {
				return review;
			}
			return { ...review, author_display_name, author_avatar_url };
		},
	};
}

/** A value that is given replaces any other; a default only fills a gap. */
function noteLast<T>(values: Map<string, T>, username: string, raw: RawRecord, field: string, value: T): void {
	if (raw[field] !== undefined || (field in raw && !values.has(username))) values.set(username, value);
}
