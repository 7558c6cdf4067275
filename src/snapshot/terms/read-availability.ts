/**
 * Reads from a program's words whether new publishers can join it. Only sentences that clearly say so count, because a
 * wrong "closed" hides a good program.
 */
import type { Availability } from '../../catalog/program-facts.ts';
import { sentencesOf } from './text.ts';

/** Makes a pattern that matches any of the phrases as whole words. The phrases are patterns too. */
function words(...phrases: readonly string[]): RegExp {
	return new RegExp(String.raw`\b(?:${phrases.join('|')})\b`, 'i');
}

/** Who asks to join. The product's own waitlists and invitations have other names. */
const PEOPLE = '(?:applicants?|affiliates?|publishers?|partners?|referrers?|ambassadors?|members?)';
const JOINING = '(?:applications?|sign-?ups?|registrations?)';
const NEWCOMERS = `(?:new )?(?:${PEOPLE}|${JOINING})`;
const OWN_PROGRAM = '(?:(?:affiliate|partner|referral|ambassador) )?program(?:me)?';

/** Matches a sentence about the program, not about the product. */
const ABOUT_PROGRAM =
	/\b(?:program(?:me)?s?|affiliates?|applications?|applicants?|publishers?|(?:new|invited) partners?|neuen partner|\w{4,16}-?programm)\b/i;

/** Matches a program of another kind, or software for programs. */
const OTHER_PROGRAM = words(
	'(?:beta|bounty|loyalty|rewards?|startups?|pilot|training|trial|early[ -]access|education|grant) program(?:me)?s?|(?:old|former) (?:\\w{1,12} )?program(?:me)?',
	'software|your own|(?:build|run|launch|create|manages?|start) [^.]{0,40}program(?:me)?s?',
);

/** Matches a sentence about another time, a condition, or the opposite. */
const NOT_NOW = words(
	'if|when(?:ever)?|might|could|may (?:be|become|close|pause)|re-?opened',
	'(?:was|were)(?! (?:discontinued|retired|sunset|terminated|shut down|permanently closed))',
	String.raw`(?:not|never|no longer|isn.?t|aren.?t)(?: currently)? (?:closed|paused|suspended|by invit\w*|invit\w*)`,
);

/** Only some publishers are refused or welcome, for example those in one country. */
const ALL_OF_THEM = String.raw`(?! (?:in(?! (?:\w{3,9} )?\d{4}| (?:jan|feb|march|april|may|june|july|aug|sep|oct|nov|dec))|from|outside|who|that|with|without|via|through|whose|based|under)\b)`;
/** The end of a statement: "closed for now", but not "closed deals". */
const NOW = String.raw`(?= (?:as of|at (?:the|this)|for now|until|right now|since|anymore|in (?:\w{3,9} )?\d{4})|[^\s\w-]|$)`;
const DONE = '(?:closed|paused|suspended|discontinued|retired|sunset|terminated|ended|shut down|on (?:hold|pause))';

const CLOSED = words(
	`closed (?:to|for) (?:all )?${NEWCOMERS}${ALL_OF_THEM}`,
	`(?:not|no longer|isn.?t|aren.?t|stopped)(?: currently)? (?:accepting|taking|open to|open for) (?:any |more )?${NEWCOMERS}${ALL_OF_THEM}`,
	`(?:do(?:es)? not|don.?t|doesn.?t|no longer)(?: currently)? (?:accept|take) (?:any )?(?:new ${PEOPLE}|${JOINING})${ALL_OF_THEM}`,
	`new ${PEOPLE} (?:are|is) (?:not|no longer)(?: being| currently)? accepted`,
	`(?:program(?:me)?|${JOINING})(?: (?:is|are|was|were|has|have))?(?: been)?(?: (?:currently|temporarily|now|permanently))? ${DONE}${NOW}`,
	`program(?:me)? is(?: no longer|n.?t| not)(?: currently)? (?:active|available|offered|running)${NOW}`,
	`(?:have|has|.ve) (?:closed|paused|suspended|discontinued|retired|ended|shut down) (?:our|the|its|their) ${OWN_PROGRAM}${NOW}`,
	`(?:no|not have an?|n.?t have an?) (?:affiliate|partner|referral) program(?:me)?${NOW}`,
	String.raw`\w{0,16}-?programm (?:ist|wurde)(?: derzeit| aktuell)? (?:geschlossen|eingestellt|beendet|pausiert)`,
	'keine neuen (?:partner|affiliates|publisher|bewerbungen)',
);

const WAITLIST = words('wait(?:ing)?[ -]?list(?:ed)?(?! software)|warteliste');

const INVITATION = words(
	'invit(?:e|ation)[ -]only',
	'only (?:by|on|upon) invit(?:e|ation)',
	'(?:joined|accepted|available|open|is) by invit(?:e|ation)',
	`only invited ${PEOPLE}|${PEOPLE} must be invited`,
	'(?:needs?|requires?) an invit(?:e|ation)|invit(?:e|ation) (?:is )?(?:required|needed)',
	'nur (?:auf|per|mit) einladung',
);

const OPEN = words(
	`(?:program(?:me)?|${JOINING})(?: (?:is|are))(?: now| currently)? open(?: (?:to|for) (?:all|any|everyone|anyone|${NEWCOMERS}))?${ALL_OF_THEM}${NOW}`,
	`(?:is|are)(?: now| currently)? accepting (?:new ${PEOPLE}|${JOINING})${ALL_OF_THEM}`,
	'(?:anyone|everyone) (?:can|may) (?:join|apply)',
);

/**
 * @param isByInvitation whether another field says that publishers join by invitation
 * @returns null if no sentence clearly says whether the program can be joined
 */
export function readAvailability(
	texts: readonly (string | null | undefined)[],
	isByInvitation = false,
): Availability | null {
	const sentences = texts
		.flatMap((text) => (ABOUT_PROGRAM.test(text ?? '') ? sentencesOf(text!) : []))
		.filter((sentence) => ABOUT_PROGRAM.test(sentence) && !OTHER_PROGRAM.test(sentence) && !NOT_NOW.test(sentence));
	const says = (pattern: RegExp) => sentences.some((sentence) => pattern.test(sentence));
	if (says(CLOSED)) return 'closed';
	if (says(WAITLIST)) return 'waitlist';
	if (isByInvitation || says(INVITATION)) return 'invitation';
	return says(OPEN) ? 'open' : null;
}
