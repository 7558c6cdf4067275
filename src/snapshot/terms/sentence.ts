/** Reads the offers of a sentence. */
import { isForSame } from './agreement.ts';
import { DOUBT, HARMLESS } from './asides.ts';
import { type Figure, figuresIn } from './figures.ts';
import { offerOf } from './offer-of.ts';
import type { ReadOffer, Statement } from './read-offer.ts';
import { relate } from './related-offers.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface SentenceReading {
	readonly statements: readonly Statement[];
	/** Figures that are stated and not understood. */
	readonly withheld: readonly Figure[];
	/** Those of them of which only the condition is not understood. */
	readonly fragments: readonly Figure[];
	/** Whether the sentence doubts something. */
	readonly isDoubtful: boolean;
	/** The sentence. */
	readonly words: string;
}

/** Matches a letter of a script that no rule knows. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/** Reads a sentence in English. @param isProse whether the text is about more than pay */
export function readSentence(text: string, currency: string | null, isProse = false): SentenceReading {
	const figures = figuresIn(text);
	const isDoubtful = DOUBT.test(text.replace(HARMLESS, ' ')) || OTHER_SCRIPT.test(text);
	if (figures.every(({ kind }) => kind === 'number')) {
		return { statements: [], withheld: [], fragments: [], isDoubtful, words: text };
	}
	const tokens = tokensOf(text, figures);
	const used = new Set(tokens.flatMap(({ figure }) => (figure ? [figure] : [])));
	const pay = figures.filter((figure) => used.has(figure));
	if (isDoubtful || pay.length === 0)
		return { statements: [], withheld: isDoubtful ? pay : [], fragments: [], isDoubtful, words: text };
	return { ...clauses(text, tokens, currency, isProse), isDoubtful, words: text };
}

/** Divides the tokens among the figures, at the last joint between two of them. */
function clauses(text: string, tokens: readonly Token[], currency: string | null, isProse: boolean) {
	const at = tokens.flatMap((token, index) => (token.kind === 'figure' ? [index] : []));
	const verbAfter = (previous: number, next: number) => {
		const verb = tokens.findIndex((token, place) => place > previous && isVerb(text, token));
		return verb === -1 ? next : Math.min(verb, next);
	};
	const cuts = at.slice(1).map((next, index) => {
		const previous = at[index] as number;
		const joints = tokens.flatMap((token, place) =>
			place > previous && place < next && token.kind === 'joint' ? [place] : [],
		);
		// A colon and an opening parenthesis belong to the words before them: "Gold: 20%", "Gold (40 sales): 20%".
		const separators = joints.filter((place) => !/^[:()]/.test(text.slice(tokens[place]!.start)));
		return separators.at(-1) ?? joints.at(-1) ?? verbAfter(previous, next);
	});
	const statements: Statement[] = [];
	const withheld: Figure[] = [];
	const fragments: Figure[] = [];
	const skipped = skippedTokens(text, tokens);
	at.forEach((place, index) => {
		const from = index === 0 ? 0 : (cuts[index - 1] as number);
		const to = cuts[index] ?? tokens.length;
		const clause = tokens.slice(from, to).filter((token) => !skipped.has(token));
		const between = index === 0 ? [] : tokens.slice((at[index - 1] as number) + 1, place);
		// "40% for one year and 15% thereafter"
		const isLater = clause.some(
			({ kind, joint, start }) => kind === 'joint' && joint === 'then' && (index === 0 || start > tokens[place]!.end),
		);
		const joint = isLater ? 'then' : relationBetween(between);
		const figure = (tokens[place] as Token).figure as Figure;
		// Between two figures, something must say where the words of the first end.
		const isRun = [at[index - 1], at[index + 1]].some(
			(other) => other !== undefined && !hasJoint(text, tokens, place, other),
		);
		const isAfterUnknown = joint === 'then' && index > 0 && withheld.at(-1) === tokens[at[index - 1] as number]?.figure;
		const read =
			isRun || isAfterUnknown || clause.some(({ kind }) => kind === 'stop')
				? null
				: offerOf(text, clause, clause.indexOf(tokens[place] as Token), currency, isProse && statements.length === 0);
		if (read === null || read === 'fragment') {
			withheld.push(figure);
			if (read !== null) fragments.push(figure);
			// What comes before an offer that is not understood ends at a time that is not known.
			if (joint === 'then') statements.pop();
			return;
		}
		// "20% of sales ($90 per customer)" explains the percentage by the amount.
		const previous = statements.at(-1)?.offer;
		const isInParentheses = /\([^()]*$/.test(text.slice(0, figure.start)) && !!previous && read.offer.condition === '';
		if (isInParentheses && figure.kind === 'amount' && previous.rate !== null && read.offer.relation === null) return;
		const explained = tokens[at[index + 1] ?? -1]?.figure;
		// "Up to $899 per referral (30% commission)" explains the amount by the percentage.
		if (
			read.offer.qualifier === 'up_to' &&
			figure.kind === 'amount' &&
			explained?.kind === 'rate' &&
			text.slice(cuts[index] === undefined ? 0 : tokens[cuts[index] as number]!.start).startsWith('(')
		)
			return;
		// "10% for new customers / 5% for others" says two things of different customers.
		const isSplit = joint === 'or' && read.offer.condition !== (statements.at(-1)?.offer.condition ?? '');
		// So does "$5 CPL / $90 CPA".
		const isOtherEvent = joint === 'or' && previous !== undefined && !isForSame(previous, read.offer);
		const isSlash = !/\bor\b/i.test(text.slice((tokens[at[index - 1] ?? place] as Token).end, figure.start));
		// "10% for monthly plans and 20% for annual plans" pays one or the other.
		const isChoice =
			joint === 'plus' &&
			!between.some(
				({ joint: other, start, end }) => other === 'plus' && !/^\W*(?:and|&)$/i.test(text.slice(start, end)),
			) &&
			previous !== undefined &&
			![previous, read.offer].some(({ condition }) => condition === '') &&
			previous.condition !== read.offer.condition &&
			isForSame(previous, read.offer);
		const said = (index === 0 && !isLater) || ((isSplit || isOtherEvent) && isSlash) || isChoice ? null : joint;
		const relation = read.offer.relation === 'then' && said !== 'or' ? 'then' : (said ?? read.offer.relation);
		statements.push({ ...read, offer: { ...read.offer, relation }, words: text });
	});
	const related = relate(statements, text);
	if (related !== null) return { statements: related, withheld, fragments };
	return { statements: [], withheld: figuresIn(text).filter(({ kind }) => kind !== 'number'), fragments: [] };
}

/** Whether something between two figures says where the words of the first end. */
function hasJoint(text: string, tokens: readonly Token[], one: number, other: number): boolean {
	return tokens
		.slice(Math.min(one, other), Math.max(one, other))
		.some((token) => token.kind === 'joint' || isVerb(text, token));
}

/** Whether a word begins another offer: "$20 for bakers earn $30 for cooks". */
function isVerb(text: string, { start, end }: Token): boolean {
	return /^(?:earn|get|receive)$/i.test(text.slice(start, end));
}

/** Returns the tokens that belong to figures that are not pay, and to things that are paid without a figure. */
function skippedTokens(text: string, tokens: readonly Token[]): Set<Token> {
	const skipped = new Set<Token>();
	const isEnd = ({ kind, start }: Token) => kind === 'figure' || (kind === 'joint' && text.charAt(start) !== ':');
	tokens.forEach((token, index) => {
		if (token.kind === 'aside' && token.figure) {
			// "20% of our $90 plan" goes on with the offer, "20% per sale - average of $90 a sale" does not.
			const before = tokens.slice(0, index);
			const cut = before.findLastIndex(isEnd);
			const opens = cut < 0 || tokens[cut]!.kind === 'joint';
			if (opens)
				before.slice(cut + 1).forEach((other) => {
					skipped.add(other);
				});
			if (!opens) return;
			for (const other of tokens.slice(index + 1)) {
				if (isEnd(other)) break;
				skipped.add(other);
			}
		}
		const rest = tokens.slice(index + 1);
		if (
			token.joint === 'plus' &&
			!/and|&/i.test(text.slice(token.start, token.end)) &&
			tokens.slice(0, index).some(({ kind }) => kind === 'figure') &&
			!rest.some(({ kind }) => kind === 'figure')
		)
			rest.forEach((other) => {
				if (other.kind !== 'stop') skipped.add(other);
			});
	});
	return skipped;
}

function relationBetween(tokens: readonly Token[]): ReadOffer['relation'] {
	const joints = tokens.flatMap(({ joint }) => (joint && joint !== ',' && joint !== 'rise' ? [joint] : []));
	if (joints.includes('then')) return 'then';
	if (tokens.some(({ meaning }) => (meaning?.from_month ?? 1) > 1)) return 'then';
	// "20% for 6 months, rising to 30%"
	if (tokens.some(({ joint }) => joint === 'rise') && tokens.some(({ meaning }) => meaning?.months)) return 'then';
	return joints.at(-1) ?? null;
}
