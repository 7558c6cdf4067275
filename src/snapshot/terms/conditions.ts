/** Finds the condition of an offer: the words that nothing else explains. */
import type { ReadOffer } from './read-offer.ts';
import type { Token } from './tokens.ts';

const VERBS = 'pays?|offers?|earns?|gets?|receives?|gives?|provides?|rewards?|makes?|paying|offering|earning';

/** The words of a clause that nothing explains, with the words between them. */
export function conditionOf(text: string, clause: readonly Token[], place: number, figureEnd: number): string {
	const start = (clause[place] as Token).start;
	const run = (tokens: readonly Token[]) => {
		const found = tokens.filter(({ kind, meaning }) => kind === 'words' || meaning?.isCondition);
		const last = found.at(-1);
		if (!last) return '';
		// The words before an amount that the customer pays belong to it: "orders over $50". So do those before a thing: "sale items".
		let at = found.some(({ isThreshold }) => isThreshold) ? 0 : tokens.indexOf(found[0] as Token);
		while (at > 0 && DESCRIBES.test(text.slice(tokens[at - 1]!.start, tokens[at - 1]!.end))) at--;
		const wordsAt = (index: number) => text.slice(tokens[index]!.start, tokens[index]!.end);
		// So does the first half of a name: "Pots & Pans customers".
		if (at > 1 && /^(?:&|and|or)$/i.test(wordsAt(at - 1).trim()) && /^\p{Lu}/u.test(wordsAt(at - 2))) at -= 2;
		// A clause begins with what opens it: "that opens an account".
		const open = tokens.findLastIndex(({ start: opens }, index) => index < at && OPENS.test(text.slice(opens)));
		if (open >= 0 && tokens.slice(open, at).every(({ kind }) => kind === 'neutral')) at = open;
		const first = tokens[at] as Token;
		// A noun before or after belongs to the words: "annual plans".
		const stop = tokens.find(
			({ kind, start: at, joint }, index) =>
				at >= last.end &&
				(kind === 'meaning' ||
					kind === 'aside' ||
					(kind === 'joint' && tokens[index + 1]?.kind === 'aside') ||
					(kind === 'joint' && joint !== ',' && !/^\W*(?:and |or )?\p{Lu}/u.test(text.slice(at)))),
		);
		const until = stop?.start ?? tokens.at(-1)!.end;
		return text.slice(first.start, until);
	};
	const lead = clause.filter(({ end }) => end <= start);
	const subject = text.slice(lead[0]?.start ?? start, start);
	const verb = VERB.exec(subject);
	const isAudience = verb !== null && PARTNERS.test(subject.slice(0, verb.index));
	// Who pays is no condition: "The Tarnhollow program pays 20%".
	const before = run(
		verb &&
			!isAudience &&
			!lead.some(({ isThreshold }) => isThreshold) &&
			!/:\s*$|^(?:when|if|for|once|after|as an?|refer)\b/i.test(subject.slice(0, verb.index))
			? lead.filter(({ start: at }) => at >= lead[0]!.start + verb.index)
			: lead,
	).replace(SUBJECT_VERB, '');
	const after = run(clause.filter(({ start: at }) => at >= figureEnd));
	return [before, after]
		.map((words) =>
			words
				.replace(/\s\([^)]*$/, '')
				.replace(/^[\s,;:()-]+|[\s,;:(.!=-]+$/g, '')
				.replace(/^([^(]*)\)$/, '$1')
				.replace(/^(?:earned |payable )?(?:(?:on|for|per|each|every(?! time)|of|at|an?|the) )+/iu, ''),
		)
		.filter((words) => words !== '' && words !== 'extra')
		.join(', ');
}

/** Matches a word that opens a clause. */
const OPENS = /^(?:when|if|once|who|that|which|signing)\b/i;

/** Whether a condition is a whole phrase, and says nothing of what is earned. */
export function isReadable(condition: string): boolean {
	return !FRAGMENT.test(condition);
}
/** Matches conditions that begin or end inside a phrase. */
const FRAGMENT = new RegExp(
	[
		String.raw`\b(?:earn|earns|earned(?! revenue)|earning|you'll|average|avg|potential|promot\p{L}+|making)\b`,
		String.raw`[*~$]{2}|[$~]$|^\p{L}$`,
		String.raw`\b(?:an?|the|of|with|and|or|to|on|in|at|by|is|are|be|from|for|until|can|will|your|our)$`,
		String.raw`\b(?:an?|the) (?:new|referred)$|\bcontract value$`,
	].join('|'),
	'iu',
);

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
