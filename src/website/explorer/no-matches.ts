/** Finds what helps a visitor whose search matches nothing. */
import type { Named } from '../../catalog/published.ts';
import type { Release } from '../../release/release.ts';
import type { Facets } from '../../search/facets.ts';
import { RELEVANCE } from '../../search/order.ts';
import { fold, words } from '../../search/text.ts';
import { categoryAddress, networkAddress, type PageLink, programAddress } from '../addresses.ts';
import { type ActiveFilter, activeFilters, type Names, termChoices } from './explorer.ts';
import { programQuery, UNFILTERED, without } from './query.ts';
import type { ReadWords } from './understood-words.ts';

export interface NoMatches {
	/** The filter without which most programs match, and their number. */
	readonly strictest?: (ActiveFilter & { readonly total: number }) | undefined;
	/** The programs that the words alone find, or similar words. */
	readonly programs: readonly PageLink[];
	/** The categories and networks whose names have a word of the search. */
	readonly groups: readonly PageLink[];
}

const MOST_LINKS = 5;
/** The fewest letters of a word that can be the start of a name. */
const SHORTEST_WORD = 3;

export function noMatches(release: Release, { asked, values }: ReadWords, facets: Facets, names: Names): NoMatches {
	const active = activeFilters(values, names);
	const totals = active.map((filter) => {
		const query = programQuery({ ...UNFILTERED, values: without(values, filter.field) });
		return { ...filter, total: release.search({ ...query, limit: 0 }).total };
	});
	const { q } = programQuery({ ...UNFILTERED, values });
	// Without its only filter, the list has all programs.
	const found = active.length === 1 ? [] : totals.filter(({ total }) => total > 0);
	return {
		strictest: found.sort((a, b) => b.total - a.total)[0],
		programs: q === undefined ? [] : nearestPrograms(release, q),
		groups: fittingGroups(asked.q ?? '', facets, names),
	};
}

function nearestPrograms(release: Release, q: string): PageLink[] {
	const query = { q, byIntent: true, sort: RELEVANCE.name, offset: 0, limit: MOST_LINKS };
	const { total, suggestion } = release.search(query);
	const found: readonly Named[] = total > 0 ? release.programs(query) : [];
	const near = suggestion === undefined ? found : release.programs({ ...query, q: suggestion });
	return near.map(({ slug, name }) => ({ name, address: programAddress(slug) }));
}

function fittingGroups(q: string, facets: Facets, names: Names): PageLink[] {
	const searched = words(fold(q)).filter(({ length }) => length >= SHORTEST_WORD);
	const isFitting = (name: string) => words(fold(name)).some((part) => searched.some((word) => part.startsWith(word)));
	const groups = [
		['category', categoryAddress],
		['tracking_platform', networkAddress],
	] as const;
	return groups
		.flatMap(([field, addressOf]) =>
			termChoices(field, facets, {}, names).map(({ value, label }) => ({ name: label, address: addressOf(value) })),
		)
		.filter(({ name }) => isFitting(name))
		.slice(0, MOST_LINKS);
}
