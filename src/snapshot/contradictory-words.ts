/** Finds columns of a program that contradict its own words. */
import type { Program } from '../catalog/program.ts';
import type { Problem } from '../catalog/records.ts';
import { contradictoryTerms } from './terms/contradictory-terms.ts';

/** Returns a warning for each column that contradicts the program's words, and if its words contradict each other. */
export function contradictoryWords(program: Program): Problem[] {
	return [contradictoryTerms(program), contradictoryCookie(program)].filter((problem) => problem !== undefined);
}

/** Matches a cookie duration: `90-day cookie`, `30 days of cookie`, `cookie lasts 30 days`. */
const COOKIE_DAYS =
	/\b(\d{1,3})[-\s]days?(?:\s(?:of|long|affiliate|attribution|referral|tracking))*\scookies?\b|\bcookies?(?:[\s:]+(?:duration|window|period|lifetime|length|lasts?|is|of|for|valid|stays?|expires?|after))*[\s:]+(\d{1,3})[-\s]days?\b/gi;

function contradictoryCookie(program: Program): Problem | undefined {
	const { cookie_days, commission_text, description, long_description, restrictions_text } = program;
	if (cookie_days === null) return undefined;
	const texts = [commission_text, description, long_description, restrictions_text].join('\n');
	const stated = [...texts.matchAll(COOKIE_DAYS)].map(([words, before, after]) => ({ words, days: before ?? after }));
	const [first] = stated;
	if (first === undefined || stated.some(({ days }) => Number(days) === cookie_days)) return undefined;
	return {
		column: 'cookie_days',
		value: cookie_days,
		rule: `what the program’s words say (“${first.words}”)`,
		fix: 'correct one of the two',
	};
}
