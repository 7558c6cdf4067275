import type { Directory } from './directory.ts';
import { ApiError, quoted } from './error.ts';
import { nearSlugs } from './near-slugs.ts';
import { BASE_PATH } from './target.ts';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

export interface MissingRecord {
	/** The segments of the path of the request, such as `analytics`, `programs` and `acme`. */
	readonly segments: readonly string[];
	/** The position of the slug or ID in `segments`. The collection is before it. */
	readonly at?: number;
	/** What a record of the collection is called. */
	readonly noun: string;
	readonly directory: Pick<Directory, 'resource' | 'redirect' | 'pathsAround'>;
	/** The site's public origin. */
	readonly siteUrl: string;
}

/**
 * Makes an error that names the unknown slug or ID. It also names the record that replaces it, or existing slugs that are
 * similar.
 */
export function recordNotFound({ segments, at = 1, noun, directory, siteUrl }: MissingRecord): ApiError {
	const [collection, given] = [segments[at - 1]!, segments[at]!];
	const sentence = `There is no ${noun} ${quoted(given)}`;
	const successor = directory.redirect(`/${collection}/${given}`);
	if (successor === null) return new ApiError('NOT_FOUND', `${sentence} any more. It was removed.`);
	if (successor !== undefined) {
		const address = `${siteUrl}${BASE_PATH}/${segments.with(at, successor).join('/')}`;
		return new ApiError('NOT_FOUND', `${sentence} any more. It is now "${successor}".`, { successor: address });
	}
	const near = collection === 'reviews' ? [] : nearSlugs(directory, `/${collection}`, given);
	const question = near.length === 0 ? '' : ` Did you mean ${either.format(near)}?`;
	return new ApiError('NOT_FOUND', `${sentence}.${question}`);
}
