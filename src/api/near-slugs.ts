import { toSlug } from '../catalog/fields.ts';
import { LONGEST_SLUG } from '../catalog/slug.ts';
import { nearInList } from '../shared/near-words.ts';
import type { Directory } from './directory.ts';

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
export function nearSlugs(
	directory: Pick<Directory, 'resource' | 'pathsAround'>,
	collection: string,
	given: string,
): string[] {
	if (given.length > LONGEST_SLUG) return [];
	const slug = toSlug(given);
	const start = `${collection}/`;
	const paths = directory.pathsAround(start + slug, COMPARED).filter((path) => path.startsWith(start));
	const slugs = paths.map((path) => path.slice(start.length));
	const near = nearInList(slug, slugs).map(({ word }) => word);
	return near.filter((one) => directory.resource(start + one) !== undefined).slice(0, MOST);
}
