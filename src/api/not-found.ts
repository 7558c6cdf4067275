import { toSlug } from '../catalog/fields.ts';
import { LONGEST_SLUG } from '../catalog/slug.ts';
import { nearInList } from '../shared/near-words.ts';
import type { EndpointRequest } from './endpoint.ts';
import { ApiError, quoted } from './error.ts';
import type { ReleaseData } from './release-data.ts';
import { BASE_PATH } from './target.ts';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

export interface MissingRecord {
	/** The segments of the path of the request, such as `analytics`, `programs` and `acme`. */
	readonly segments: readonly string[];
	/** The position of the slug or ID in `segments`. The collection is before it. */
	readonly at?: number;
	/** What a record of the collection is called. */
	readonly noun: string;
	readonly release: Pick<ReleaseData, 'resource' | 'redirect' | 'pathsAround'>;
	/** The site's public origin. */
	readonly siteUrl: string;
}

/**
 * Makes an error that names the unknown slug or ID. It also names the record that replaces it, or existing slugs that are
 * similar.
 */
export function recordNotFound({ segments, at = 1, noun, release, siteUrl }: MissingRecord): ApiError {
	const [collection, given] = [segments[at - 1]!, segments[at]!];
	const sentence = `There is no ${noun} ${quoted(given)}`;
	const successor = release.redirect(`/${collection}/${given}`);
	if (successor === null) return new ApiError('NOT_FOUND', `${sentence} any more. It was removed.`);
	if (successor !== undefined) {
		const address = `${siteUrl}${BASE_PATH}/${segments.with(at, successor).join('/')}`;
		return new ApiError('NOT_FOUND', `${sentence} any more. It is now "${successor}".`, { successor: address });
	}
	const near = collection === 'reviews' ? [] : nearSlugs(release, `/${collection}`, given);
	const question = near.length === 0 ? '' : ` Did you mean ${either.format(near)}?`;
	return new ApiError('NOT_FOUND', `${sentence}.${question}`);
}

/** Makes an error for a request for a record, or for a list that belongs to one. */
export function notFound({
	endpoint: { noun },
	path: { segments },
	release,
	context: { siteUrl },
}: EndpointRequest): ApiError {
	return recordNotFound({ segments, noun, release, siteUrl });
}

/**
 * How many slugs to compare: so many before the given one in the alphabet, and as many after it. Comparing all slugs of
 * a large directory would take too long. In a directory with more slugs, a slug with a different start is not found.
 */
const COMPARED = 30;
/** The maximum number of slugs to name. */
const MOST = 3;

/**
 * Returns existing slugs that are similar to `given`, most similar first.
 *
 * @param collection the path of the records, such as `/programs`
 */
function nearSlugs(
	release: Pick<ReleaseData, 'resource' | 'pathsAround'>,
	collection: string,
	given: string,
): string[] {
	if (given.length > LONGEST_SLUG) return [];
	const slug = toSlug(given);
	const start = `${collection}/`;
	const paths = release.pathsAround(start + slug, COMPARED).filter((path) => path.startsWith(start));
	const slugs = paths.map((path) => path.slice(start.length));
	const near = nearInList(slug, slugs).map(({ word }) => word);
	return near.filter((one) => release.resource(start + one) !== undefined).slice(0, MOST);
}
