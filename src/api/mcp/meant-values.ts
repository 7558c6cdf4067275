/**
 * Finds the values of filters that a model means. Models write `Email marketing`, `Impact` and `Brand bidding`, and the
 * API only takes `email-marketing`, `impact` and `brand-bidding`.
 */

import type { Named } from '../../catalog/published.ts';
import { canRepeat, type FilterName } from '../../search/filter-names.ts';
import { FILTERS } from '../../search/filters.ts';
import { compact } from '../../search/names.ts';
import { RELEVANCE } from '../../search/order.ts';
import { fold } from '../../search/text.ts';
import { withFields } from '../added-fields.ts';
import { LONGEST_TEXT } from '../parameters.ts';
import { parsedItems, type ReleaseData } from '../release-data.ts';
import type { QueryPair } from '../target.ts';
import type { UsedValue } from './result.ts';

/** Replaces values of filters by those that they mean. Returns the new query, and the values that were replaced. */
export function meantValues(query: readonly QueryPair[], release: ReleaseData) {
	const used: UsedValue[] = [];
	const hasNames = query.length <= MOST_NAMED;
	const meant = query.map(({ name, value = '' }) => {
		const isWord = Object.hasOwn(FILTERS, name) && canRepeat(name as FilterName) && name !== 'country';
		const slug = isWord && hasNames ? slugOf(name, value, release) : undefined;
		const word = slug ?? (isWord ? value.trim().toLowerCase().replace(/\s+/g, '-') : value);
		if (word !== value) used.push({ parameter: name, value, used: word });
		return { name, value: word };
	});
	return { query: meant, used };
}

/** The most values in a call in which names are looked up. Looking up thousands would take other clients' time. */
const MOST_NAMED = 50;

/** Returns the slug of the record that has this slug or name. Ignores case, accents and everything between words. */
function slugOf(filter: string, text: string, release: ReleaseData): string | undefined {
	const wanted = compact(fold(text));
	const records = RECORDS[filter]?.(text, release) ?? [];
	const isMeant = (word: string) => wanted !== '' && compact(fold(word)) === wanted;
	const found =
		records.find(({ slug }) => slug === text) ?? records.find(({ slug, name }) => isMeant(slug) || isMeant(name));
	return found?.slug;
}

/** For each filter by a record with a name, a function that returns all records that a text could mean. */
const RECORDS: { readonly [filter: string]: (text: string, release: ReleaseData) => readonly Named[] } = {
	category: (_, release) => JSON.parse(String(release.resource('/categories')!.read())).data,
	tracking_platform(_, release) {
		const networks = release.list('/networks')!;
		return parsedItems<Named>(networks.items(0, networks.total));
	},
	// There can be too many organizations to compare all of them. A search also finds programs by their organization.
	organization(text, release) {
		const items = withFields(bestMatches(text, release), ['organization'], release);
		const programs = parsedItems<{ readonly organization: Named }>(items);
		return programs.map(({ organization }) => organization);
	},
	similar_to: (text, release) => parsedItems<Named>(bestMatches(text, release)),
};

function bestMatches(text: string, release: ReleaseData) {
	return release.search({ q: text.slice(0, LONGEST_TEXT), sort: RELEVANCE.name, offset: 0, limit: 25 }).items;
}
