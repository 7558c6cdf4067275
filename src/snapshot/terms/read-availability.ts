/**
 * Reads from a program's words whether new publishers can join it. Only sentences that clearly say so count, because a
 * wrong "closed" hides a good program. No words make a program open: a source that invites publishers may be old.
 */
import type { Availability } from '../../catalog/program-facts.ts';
import { words } from './words.ts';

const LONGEST_TEXT = 20_000;
const LONGEST_SENTENCE = 600;
const SENTENCE_END = /(?<=[.!?])\s|[\n|;•]/;

/** Who asks to join. The product's own waitlists and invitations have other names. */
const NEWCOMERS =
	'(?:new )?(?:applications?|applicants?|affiliates?|publishers?|partners?|referrers?|ambassadors?|sign-?ups?|registrations?|members?)';

/** Matches a sentence about the program, not about the product. */
const ABOUT_PROGRAM = words(
	'program(?:me)?s?',
	'affiliates?',
	'applications?',
	'applicants?',
	'publishers?',
	'new partners?',
);

/** Matches a sentence about another time, a condition, or the opposite. */
const NOT_NOW = words(
	'if',
	'when(?:ever)?',
	'was',
	'were',
	'may (?:be|become|close|pause)',
	'might',
	'could',
	're-?opened',
	String.raw`(?:not|never|no longer|isn.?t|aren.?t)(?: currently)? (?:closed|paused|suspended|by invit\w*|invit\w*)`,
);

/** Only some publishers are refused, for example those in one country. */
const ALL_OF_THEM = String.raw`(?! (?:in|from|outside|who|that|with|without|via|through|whose|based|under)\b)`;

const CLOSED = words(
	`closed (?:to|for) (?:all )?${NEWCOMERS}${ALL_OF_THEM}`,
	`(?:not|no longer|isn.?t|aren.?t|stopped)(?: currently)? (?:accepting|taking|open to|open for) (?:any |more )?${NEWCOMERS}${ALL_OF_THEM}`,
	'(?:program(?:me)?|applications?)(?: is| are| has been| have been) (?:(?:currently|temporarily|now|permanently) )?(?:closed|paused|suspended|discontinued)(?= (?:as of|at the moment|for now|until)|[^\\s\\w]|$)',
);

const WAITLIST = words('wait(?:ing)?[ -]?list(?:ed)?');

const INVITATION = words(
	'invit(?:e|ation)[ -]only',
	'only (?:by|on|upon) invit(?:e|ation)',
	'(?:joined|accepted|available|open) by invit(?:e|ation)',
);

/** @returns null if no sentence clearly says whether the program can be joined */
export function readAvailability(texts: readonly (string | null | undefined)[]): Availability | null {
	const sentences = texts
		.flatMap(sentencesOf)
		.filter((sentence) => ABOUT_PROGRAM.test(sentence) && !NOT_NOW.test(sentence));
	const says = (pattern: RegExp) => sentences.some((sentence) => pattern.test(sentence));
	if (says(CLOSED)) return 'closed';
	if (says(WAITLIST)) return 'waitlist';
	return says(INVITATION) ? 'invitation' : null;
}

function sentencesOf(text: string | null | undefined): string[] {
	return (text ?? '')
		.slice(0, LONGEST_TEXT)
		.split(SENTENCE_END)
		.map((sentence) => sentence.slice(0, LONGEST_SENTENCE).replace(/\s+/g, ' ').trim());
}
