import type { Release } from '../../release/release.ts';
import { detailedProgram, type ProgramEntry } from '../directory/listed-program.ts';
import { withLogo } from '../directory/logos.ts';
import { namesFor } from '../explorer/answer.ts';
import { activeFilters } from '../explorer/explorer.ts';
import { LONGEST_WORDS, programQuery, UNFILTERED, without } from '../explorer/query.ts';
import { readWords } from '../explorer/understood-words.ts';

export interface FoundPrograms {
	/** The words that were searched for: the typed ones, without those that became filters. */
	readonly words: string;
	/** The filters that the other words became, as the explorer shows them. */
	readonly filters: readonly string[];
	/** The similar words that were searched for, if nothing matched the typed words. */
	readonly meant: string | undefined;
	readonly total: number;
	readonly best: readonly ProgramEntry[];
}

const BEST = 5;

/** Finds the programs that match what a visitor has typed so far. If there are none, searches for similar words. */
export function foundPrograms(release: Release, typed: string): FoundPrograms {
	const q = typed.trim().slice(0, LONGEST_WORDS);
	if (q === '') return { words: q, filters: [], meant: undefined, total: 0, best: [] };
	const { values } = readWords(release, { q });
	const query = { ...programQuery({ ...UNFILTERED, values }), limit: BEST };
	const { total, suggestion: meant } = release.search(query);
	const shown = meant === undefined ? query : { ...query, q: meant };
	return {
		words: values.q ?? '',
		filters: activeFilters(without(values, 'q'), namesFor(release, values)).map(({ label }) => label),
		meant,
		total: meant === undefined ? total : release.search(shown).total,
		best: release.programs(shown).map((program) => withLogo(detailedProgram(program), release)),
	};
}
