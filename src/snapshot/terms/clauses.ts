/** Divides texts into clauses. A clause is a sentence or an item of a list. */
import { inEnglish } from './german.ts';
import { words } from './words.ts';

// Longer texts are cut, so that the time for reading a text is bounded.
const LONGEST_TEXT = 20_000;
const LONGEST_CLAUSE = 600;
const MOST_CLAUSES = 40;

/** Matches the end of a sentence, but not the dot of an abbreviation or of a German number such as "im 1. Jahr". */
const CLAUSE_END =
	/(?<!\b(?:avg|approx|est|min|max|vs|inc|no|e\.g|i\.e|u\.s|zzgl|inkl|ca|mtl|mind|z\.b)\.)(?<!\b(?:im|am|de[mnrs]|vom|zum) \d\.)(?<=[.!?！])[*)]{0,3}\s|\n\s{0,20}\n|\n(?=[-*•])|[|;•]/i;
/** Matches the words after which some sources repeat the program's terms in a description. */
const TERMS_START = /\b(?:affiliate|referral|partner)[ -]?programm?:\s/i;

/** Returns the clauses of a text that contain a digit. */
export function clausesOf(text: string): string[] {
	return text
		.slice(0, LONGEST_TEXT)
		.split(CLAUSE_END)
		.filter((clause) => /\d/.test(clause))
		.slice(0, MOST_CLAUSES)
		.map((clause) => clause.slice(0, LONGEST_CLAUSE).replace(/\s+/g, ' ').trim());
}

/** Matches words about what a program pays. */
const ABOUT_PAY = words(
	'comm?iss?ions?|rev(?:enue)?[ -]shar(?:e|ing)|recurring|affiliates?|referrals?|refer|referred',
	'payouts?|bount(?:y|ies)|CPA|CPL|(?:partners?|you|you.ll|can|could|to) (?:can )?(?:earn|get|receive)',
	String.raw`(?<=^\W{0,5})earn`,
);

/**
 * Returns the clauses of a description that are about what the program pays: first the repeated terms, then the other
 * sentences about pay. Most sentences of a description are about the product, and their figures are no commissions.
 */
export function payClausesOf(description: string): { repeated: string[]; others: string[] } {
	const [others = '', ...repeated] = description.slice(0, LONGEST_TEXT).split(TERMS_START);
	return {
		repeated: clausesOf(repeated.join('\n\n')),
		others: clausesOf(others).filter((clause) => ABOUT_PAY.test(inEnglish(clause))),
	};
}
