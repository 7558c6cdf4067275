import { nearWords, vocabularyOf } from '../shared/near-words.ts';
import { ACCOUNT_VARIABLES } from './account-settings.ts';
import { SETTINGS } from './settings.ts';

/** The environment variables that the commands read. */
export const VARIABLES: readonly string[] = [
	...Object.values(SETTINGS).map((setting) => setting().envVar!),
	...ACCOUNT_VARIABLES,
	'DATABASE_URL',
	'SITE_CONFIG',
	'OPERATOR_TOKEN',
	'NODE_COMPILE_CACHE',
];

/** What `nearWords` says about a word with the same first letter and one wrong, missing, added or swapped letter. */
const ONE_TYPO = 1.5;
/** Shorter names are one letter away from those of other programs, such as HOST from HOSTS. */
const SHORTEST = 6;

/** Says which variables are probably misspelled settings. Nothing reads them, so their settings have no effect. */
export function misspelledVariables(environment: NodeJS.ProcessEnv): string[] {
	const table = vocabularyOf(VARIABLES.toSorted());
	const names = Object.keys(environment).filter((name) => name.length >= SHORTEST && !VARIABLES.includes(name));
	return names.flatMap((name) => {
		const [nearest] = nearWords(table, name, false);
		if (nearest === undefined || nearest.cost > ONE_TYPO || nearest.word in environment) return [];
		return [`${name} is no setting, so it has no effect. Did you mean ${nearest.word}?`];
	});
}
