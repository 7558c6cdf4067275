/** Finds the condition of an offer: the words that nothing else explains. */
import type { ReadOffer } from './read-offer.ts';
import type { Token } from './tokens.ts';

const VERBS = 'pays?|offers?|earns?|gets?|receives?|gives?|provides?|rewards?|makes?|paying|offering|earning';

/** The words of a clause that nothing explains, before its figure and after it. */
export function conditionOf(text: string, clause: readonly Token[], place: number, figureEnd: number): string {
	const { start } = clause[place] as Token;
	const lead = clause.slice(0, place);
	const from = lead[0]?.start ?? start;
	const subject = text.slice(from, start);
	const verb = VERB.exec(subject)?.index ?? 0;
	// Who pays is no condition: "The Tarnhollow program pays 20%".
	const payer = subject.slice(0, verb);
	const isCondition = NO_PAYER.test(payer) || PARTNERS.test(payer) || lead.some(({ isThreshold }) => isThreshold);
	const named = lead.filter((token) => isCondition || token.start >= from + verb);
	const before = wordsOf(text, named).replace(SUBJECT_VERB, '');
	const after = wordsOf(
		text,
		clause.filter((token) => token.start >= figureEnd),
	);
	return [before, after]
		.map((words) =>
			words
				.replace(/\s\([^)]*$/, '')
				.replace(/^[\s,;:()-]+|[\s,;:(.!=-]+$/g, '')
				.replace(/^([^(]*)\)$/, '$1')
				.replace(/^(?:earned |payable )?(?:(?:on|for|per|(?:each|every)(?! time)|of|at|an?|the) )+/iu, ''),
		)
		.filter((words) => words !== '' && words !== 'extra')
		.join(', ');
}

/** Matches words before a verb that do not say who pays. */
const NO_PAYER = /:\s*$|^(?:when|if|for|once|after|as an?|refer)\b/i;

/** The words from the first to the last that nothing explains, with those beside them that belong to them. */
function wordsOf(text: string, tokens: readonly Token[]): string {
	const isUnknown = ({ kind, meaning }: Token) => kind === 'words' || meaning?.isCondition;
	const last = tokens.findLastIndex(isUnknown);
	if (last === -1) return '';
	const wordsAt = (index: number) => text.slice(tokens[index]!.start, tokens[index]!.end);
	// The words before an amount that the customer pays belong to it: "orders over $50". So do those before a thing: "sale items".
	let at = tokens.some(({ isThreshold }) => isThreshold) ? 0 : tokens.findIndex(isUnknown);
	while (at > 0 && DESCRIBES.test(wordsAt(at - 1))) at--;
	// So does the first half of a name: "Pots & Pans customers".
	if (at > 1 && /^(?:&|and|or)$/i.test(wordsAt(at - 1).trim()) && /^\p{Lu}/u.test(wordsAt(at - 2))) at -= 2;
	// A clause begins with what opens it: "that opens an account".
	const open = tokens.findLastIndex((_, index) => index < at && OPENS.test(wordsAt(index)));
	if (open >= 0 && tokens.slice(open, at).every(({ kind }) => kind === 'neutral')) at = open;
	// A noun after it belongs to the words: "annual plans".
	const stop = tokens.find(
		({ kind, joint }, index) =>
			index > last &&
			(kind === 'meaning' ||
				kind === 'aside' ||
				(kind === 'joint' && (joint !== ',' || tokens[index + 1]?.kind === 'aside'))),
	);
	return text.slice(tokens[at]!.start, stop?.start ?? tokens.at(-1)!.end);
}

/** Matches a word that opens a clause. */
const OPENS = /^(?:when|if|once|who|that|which|signing)\b/i;

/** Whether a condition is a whole phrase, and says nothing of what is earned. */
export function isReadable(condition: string): boolean {
	return !FRAGMENT.test(condition);
}
/** Matches conditions that begin or end inside a phrase. */
const FRAGMENT =
	/\b(?:earn|earns|earned(?! revenue)|earning|you'll|average|avg|potential|promot\p{L}+|making)\b|[*~$]{2}|[$~]$|^\p{L}$|\b(?:an?|the|of|with|and|or|to|on|in|at|by|is|are|be|from|for|until|can|will|your|our|an? new|an? referred|the new|the referred|contract value)$/iu;

/** Matches a word that describes the next one. */
const DESCRIBES =
	/^(?:new|paying|paid|qualif\p{L}+|eligible|completed|active|approved|referred|sales?|orders?|transactions?|subscriptions?|bookings?|products?|services?|customers?|clients?|users?|memberships?|\p{Co}(?:'s)?)$/iu;

/** Matches the last verb of paying or earning. */
export const VERB = new RegExp(String.raw`\b(?:${VERBS})\b(?!.*\b(?:${VERBS})\b)`, 'isu');
/** Matches the verb at the end of who gets it: "Agencies get". */
const SUBJECT_VERB = new RegExp(
	String.raw`[\s,]+(?:you(?:'ll)? )?(?:(?:can|will) )?(?:${VERBS}|earn|get|receive)(?: an?)?\s*$`,
	'iu',
);
/** Matches conditions for some partners only. */
const PARTNERS =
	/\b(?:top|gold|silver|bronze|platinum|diamond|vip|elite|high|agenc\p{L}+|resellers?|ambassadors?|enterprise partners?|experts?|tier|level|second[- ]tier|performers?|performance|volume|strategic|premium partners?|solution partners?|consultants?|distributors?|bonus|extra|additional|activation|GMV)\b/iu;
/** Matches conditions that are no goods: plans, terms, customers, places. */
export const NO_GOODS =
	/\b(?:\p{L}*plans?|annual|monthly|yearly|quarterly|months?|years?|subscri\p{L}+|pro|basic|premium|starter|standard|business|enterprise|lite|plus|tiers?|levels?|bronze|silver|gold|customers?|clients?|partners?|affiliates?|agenc\p{L}+|leads?|sign-?ups?|first|memberships?|licen[cs]\p{L}+|countries|US|USA|UK|EU|CA)\b/iu;

/** Matches payments and customers that are not the first. */
const LATER =
	/^(?:(?:all|the|any|for|on) )*(?:repeat|returning|existing|renewals?|subsequent|following|later|future)\b/iu;

/** How special an offer is: 0 for everyone, 1 with a condition, 2 for some sales, 3 only for some partners or later. */
export function rankOf({ condition, from_sale, from_month, sales, of, relation }: ReadOffer): number {
	if (from_sale > 1 || from_month > 1 || relation === 'then' || (of !== null && /second|referred affiliates/i.test(of)))
		return 3;
	if (relation === 'plus' || PARTNERS.test(condition) || LATER.test(condition)) return 3;
	if (sales !== null) return 2;
	return condition === '' ? 0 : 1;
}
