import type { Directory } from './directory.ts';

/** The parameters whose values are slugs, and the records that they name. */
const COLLECTIONS = { category: 'categories', organization: 'organizations', slugs: 'programs' } as const;
type Naming = keyof typeof COLLECTIONS;

/** A former slug in a parameter, and the slug that the record has now. */
export interface RenamedValue {
	readonly parameter: Naming;
	readonly value: string;
	readonly now: string;
}

/**
 * Replaces the former slugs of renamed and merged records in the values of parameters. All other values stay as they are,
 * also unknown slugs.
 */
export function presentSlugs<V extends { readonly [name in Naming]?: string | readonly string[] | undefined }>(
	values: V,
	directory: Pick<Directory, 'resource' | 'redirect' | 'search'>,
): { readonly values: V; readonly renamed: readonly RenamedValue[] } {
	const renamed: RenamedValue[] = [];
	const present: { [name: string]: unknown } = {};
	for (const parameter of Object.keys(COLLECTIONS) as Naming[]) {
		const given = values[parameter];
		if (given === undefined || areListed(parameter, [given].flat(), directory)) continue;
		const slugs = [given].flat().map((value) => {
			const now = directory.redirect(`/${COLLECTIONS[parameter]}/${value}`);
			if (now == null) return value;
			renamed.push({ parameter, value, now });
			return now;
		});
		present[parameter] = Array.isArray(given) ? slugs : slugs[0];
	}
	return { values: { ...values, ...present }, renamed };
}

/** Whether all records exist. This is faster than looking for redirects, and nearly all requests name existing records. */
function areListed(
	parameter: Naming,
	slugs: readonly string[],
	directory: Pick<Directory, 'resource' | 'search'>,
): boolean {
	if (parameter === 'slugs') return directory.search({ slugs, offset: 0, limit: 0 }).total === new Set(slugs).size;
	return slugs.every((slug) => directory.resource(`/${COLLECTIONS[parameter]}/${slug}`) !== undefined);
}
