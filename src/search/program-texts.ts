/** The texts of a program whose words the index contains. Each text is on a line of its own. */
import type { PublishedProgram } from '../catalog/published.ts';
import { otherNames } from './names.ts';

type Texts = readonly (string | null)[];

const text = (texts: Texts) => texts.filter((one) => one !== null).join('\n');

function nameTexts(program: PublishedProgram): Texts {
	return [program.name, ...otherNames(program)];
}

function topicTexts(program: PublishedProgram): Texts {
	return [...nameTexts(program), ...program.categories.map(({ name }) => name), ...(program.tags ?? [])];
}

/** The facts that full-text search does not cover, but whose words are known, so they are not corrected to others. */
function factText(program: PublishedProgram): string {
	const { commission_text, commission_duration, tracking_platform, payout_frequency, attribution } = program;
	return text([
		...[commission_text, commission_duration, tracking_platform, payout_frequency, attribution],
		...[...(program.payout_methods ?? []), ...(program.restrictions ?? []), program.restrictions_text],
	]);
}

/** Returns the text that full-text search covers, one field per line. See decisions, `q`. */
export function searchText(program: PublishedProgram): string {
	return text([...topicTexts(program), program.description, program.long_description, program.organization.name]);
}

/** The word indexes, by name, with the texts whose words they contain. See `NameRanks`. */
export const WORD_TEXTS: { readonly [name: string]: (program: PublishedProgram) => string } = {
	word: searchText,
	'name-word': (program) => text(nameTexts(program)),
	'topic-word': (program) => text(topicTexts(program)),
	'short-word': (program) => text([...topicTexts(program), program.description]),
	'fact-word': factText,
};
