import type { Release } from '../../release/release.ts';
import { listedProgram, type ProgramEntry } from '../directory/listed-program.ts';
import { withLogo } from '../directory/logos.ts';
import { LONGEST_WORDS, programQuery, UNFILTERED } from '../explorer/query.ts';

export interface FoundPrograms {
	/** The typed words. */
	readonly words: string;
	/** The similar words that were searched for, if nothing matched the typed words. */
	readonly meant: string | undefined;
	readonly total: number;
	/** The best matches. */
	readonly best: readonly ProgramEntry[];
}

const BEST = 5;

/** Finds the programs that match what a visitor has typed so far. If there are none, searches for similar words. */
export function foundPrograms(release: Release, typed: string): FoundPrograms {
	const words = typed.trim().slice(0, LONGEST_WORDS);
	if (words === '') return { words, meant: undefined, total: 0, best: [] };
	const query = { ...programQuery({ ...UNFILTERED, values: { q: words } }), limit: BEST };
	const { total, suggestion: meant } = release.search(query);
	const shown = meant === undefined ? query : { ...query, q: meant };
	return {
		words,
		meant,
		total: meant === undefined ? total : release.search(shown).total,
		best: release.programs(shown).map((program) => withLogo(listedProgram(program), release)),
	};
}
