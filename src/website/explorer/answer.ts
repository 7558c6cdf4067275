import { presentSlugs } from '../../api/program-query.ts';
import { dataAt } from '../../api/release-data.ts';
import type { Named } from '../../catalog/published.ts';
import type { Release } from '../../release/release.ts';
import type { Facets } from '../../search/facets.ts';
import type { WordMatches } from '../../search/intent/understood.ts';
import { onceFor } from '../../shared/once.ts';
import { organizationAddress, programAddress } from '../addresses.ts';
import { detailedProgram, type ProgramEntry } from '../directory/listed-program.ts';
import { withLogo } from '../directory/logos.ts';
import { type ListPage, PER_PAGE } from '../ui/pagination.ts';
import type { Names } from './explorer.ts';
import { type NoMatches, noMatches } from './no-matches.ts';
import { type ExplorerRequest, type ExplorerValues, isExact, programQuery } from './query.ts';
import { type ReadWords, readWords } from './understood-words.ts';

export interface ExplorerAnswer {
	/** The request that is meant: with the filters that words stand for, and the present slugs of renamed records. */
	readonly request: ExplorerRequest;
	readonly read: ReadWords;
	/** How the words match that were searched for. */
	readonly words?: WordMatches | undefined;
	readonly page: ListPage<ProgramEntry>;
	readonly facets: Facets;
	readonly names: Names;
	/** The similar words that were searched for, if nothing matched the original words. */
	readonly suggestion: string | undefined;
	/** What may help if nothing matches. */
	readonly noMatches?: NoMatches | undefined;
}

/**
 * Answers a request. If nothing matches, searches for similar words. If the requested page is beyond the last page,
 * returns the last page.
 */
export function answerExplorer(release: Release, asked: ExplorerRequest): ExplorerAnswer {
	const read = readWords(release, presentSlugs(asked.values, release).values);
	const { values } = read;
	const request = { ...asked, values };
	const query = programQuery(request);
	const found = release.explore(query);
	const suggestion = isExact(values) ? undefined : found.suggestion;
	const meant = suggestion === undefined ? query : { ...query, q: suggestion };
	const answer = suggestion === undefined ? found : release.explore(meant);
	const { total, facets, words } = answer;
	const names = namesFor(release, values);
	const pages = Math.max(1, Math.ceil(total / PER_PAGE.programs));
	const number = Math.min(request.page, pages);
	const offset = (number - 1) * PER_PAGE.programs;
	const programs = offset === query.offset ? answer.programs : release.programs({ ...meant, offset });
	return {
		request,
		read,
		words,
		page: {
			items: programs.map((program) => withLogo(detailedProgram(program), release)),
			number,
			hasNext: number < pages,
			offset,
			whole: { pages, items: total },
		},
		facets,
		names,
		suggestion,
		noMatches: total === 0 ? noMatches(release, read, facets, names) : undefined,
	};
}

/** Returns the names that the filters in use have on pages. */
export function namesFor(release: Release, { organization, similar_to }: ExplorerValues): Names {
	const chosen = [
		...(organization === undefined ? [] : [organizationAddress(organization)]),
		...(similar_to === undefined ? [] : [programAddress(similar_to)]),
	];
	const found = chosen.flatMap((address) => {
		const record = dataAt<Named>(release, address.slice(0, -1));
		return record === undefined ? [] : [[address, record.name] as const];
	});
	const categories = categoryNames(release);
	return found.length === 0 ? categories : new Map([...categories, ...found]);
}

const categoryNames = onceFor((release: Release): Names => {
	const categories = dataAt<Named[]>(release, '/categories') ?? [];
	return new Map(categories.map(({ slug, name }) => [slug, name]));
});
