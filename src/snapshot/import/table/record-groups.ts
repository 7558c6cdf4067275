/** Collects the organizations and categories that rows name. */

import { createHash } from 'node:crypto';
import type { Named } from '../../../catalog/published.ts';
import icons from '../category-icons.json' with { type: 'json' };
import type { RawRecord, SourceRecord } from '../source.ts';
import { nameKey, slugFrom } from './identities.ts';

/** Collects records of one kind. A name that is already known keeps its slug. */
export function recordGroups(known: readonly Named[]) {
	const keys = new Set(known.map(({ slug }) => slug));
	const slugs = new Map(known.map(({ slug, name }) => [nameKey(name), slug]));
	const found = new Map<string, { readonly row: number; readonly initial: RawRecord }>();
	return {
		/**
		 * Returns the slug of the record with a name. The name may also be the slug of a known record.
		 *
		 * @param own the slug, if it is known
		 * @param otherwise the slug of a new record, instead of one made from its name
		 */
		add: (
			name: string,
			row: number,
			{
				own,
				otherwise,
				initial = { name },
			}: { own?: string | undefined; otherwise?: string | undefined; initial?: RawRecord } = {},
		): string => {
			const slug =
				own ??
				(keys.has(name) ? name : slugs.get(nameKey(name))) ??
				otherwise ??
				(slugFrom(name) || `group-${hashOf(name)}`);
			if (own === undefined) slugs.set(nameKey(name), slug);
			if (!found.has(slug)) found.set(slug, { row, initial });
			return slug;
		},
		records: (initialOf: (slug: string) => RawRecord): SourceRecord[] =>
			[...found].map(([slug, { row, initial }]) => ({
				row,
				raw: { slug },
				initial: { ...initial, ...initialOf(slug) },
			})),
	};
}

/** Names in other scripts have no slug. */
function hashOf(name: string): string {
	return createHash('sha256').update(name).digest('hex').slice(0, 8);
}

/** Returns the initial values of a new category: its icon, if it is a common one. Other categories get the default icon. */
export function initialCategory(slug: string): { readonly icon?: string } {
	return Object.hasOwn(icons, slug) ? { icon: icons[slug as keyof typeof icons] } : {};
}
