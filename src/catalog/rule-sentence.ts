import { excerpt } from '../shared/excerpt.ts';
import type { Problem } from './records.ts';

const LONGEST_VALUE = 60;

/** Says which rule a value breaks, and what to do: `"much" must be a number; write a percentage such as 12.5`. */
export function ruleSentence({ value, rule, fix, sentence }: Omit<Problem, 'column'>): string {
	return sentence ?? `${show(value)} must be ${rule}${fix ? `; ${fix}` : ''}`;
}

/** Shows a value in a sentence: text in quotes, shortened. @param none the word for a missing value */
export function show(value: unknown, none = 'it'): string {
	if (value === undefined || value === null) return none;
	if (typeof value === 'string') return JSON.stringify(excerpt(value, LONGEST_VALUE));
	return excerpt(JSON.stringify(value), LONGEST_VALUE);
}
