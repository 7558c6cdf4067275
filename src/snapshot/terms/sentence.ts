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

/** Sentences that were read: in a table, many programs pay "10% per sale". An import of 100,000 rows then takes a third less. */
const known = new Map<string, SentenceReading>();
const MOST_KNOWN = 5000;

/** Reads a sentence in English. @param isProse whether the text is about more than pay */
export function readSentence(text: string, currency: string | null, isProse = false): SentenceReading {
	const key = `${currency} ${isProse} ${text}`;
	const kept = known.get(key);
	if (kept !== undefined) return kept;
	if (known.size === MOST_KNOWN) known.clear();
	const reading = read(text, currency, isProse);
	known.set(key, reading);
	return reading;
}

function read(text: string, currency: string | null, isProse: boolean): SentenceReading {
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

/** Divides the tokens among the figures, and reads each figure with its own. */
function clauses(text: string, tokens: readonly Token[], currency: string | null, isProse: boolean) {
	const at = tokens.flatMap((token, index) => (token.kind === 'figure' ? [index] : []));
	const cuts = at.slice(1).map((next, index) => cutBetween(text, tokens, at[index]!, next));
	const statements: Statement[] = [];
	const withheld: Figure[] = [];
	const fragments: Figure[] = [];
	const skipped = skippedTokens(text, tokens);
	at.forEach((place, index) => {
		const { figure, start, end } = tokens[place] as Token & { figure: Figure };
		const before = at[index - 1] ?? place - 1;
		const between = tokens.slice(before + 1, place);
		const clause = tokens
			.slice(index === 0 ? 0 : (cuts[index - 1] ?? place), cuts[index] ?? tokens.length)
			.filter((token) => !skipped.has(token));
		// "40% for one year and 15% thereafter"
		const isLater = clause.some((token) => token.joint === 'then' && (index === 0 || token.start > end));
		const joint = isLater ? 'then' : relationBetween(between);
		// Between two figures, something must say where the words of the first end.
		const isRun = cuts[index - 1] === null || cuts[index] === null;
		const read =
			isRun || clause.some(({ kind }) => kind === 'stop')
				? null
				: offerOf(text, clause, clause.indexOf(tokens[place]!), currency, isProse && statements.length === 0);
		if (read === null || read === 'fragment') {
			withheld.push(figure);
			if (read !== null) fragments.push(figure);
			// What comes before an offer that is not understood ends at a time that is not known.
			if (joint === 'then') statements.pop();
			return;
		}
		const { offer } = read;
		const previous = statements.at(-1)?.offer;
		// "20% of sales ($90 per customer)", "Up to $899 per referral (30% commission)"
		const explains =
			offer.condition === '' &&
			previous !== undefined &&
			previous.rate !== null &&
			/\([^()]*$/.test(text.slice(0, start));
		const isExplained = offer.qualifier === 'up_to' && text.charAt(tokens[cuts[index] ?? -1]?.start ?? -1) === '(';
		if (offer.amount !== null && (explains || isExplained)) return;
		const relation = isSeparate(text, between, joint, previous, offer) ? null : joint;
		const isThen = offer.relation === 'then' && relation !== 'or';
		statements.push({
			...read,
			offer: { ...offer, relation: isThen ? 'then' : (relation ?? offer.relation) },
			words: text,
		});
	});
	const related = relate(statements, text);
	if (related !== null) return { statements: related, withheld, fragments };
	return { statements: [], withheld: figuresIn(text).filter(({ kind }) => kind !== 'number'), fragments: [] };
}

/** Returns the place of the last joint, or of a verb, that says where the words of a figure end. Null if nothing does. */
function cutBetween(text: string, tokens: readonly Token[], figure: number, next: number): number | null {
	const places = tokens.flatMap((_, place) => (place > figure && place < next ? [place] : []));
	const joints = places.filter((place) => tokens[place]!.kind === 'joint');
	// A colon and an opening parenthesis belong to the words before them: "Gold: 20%", "Gold (40 sales): 20%".
	const separators = joints.filter((place) => !/[:()]/.test(text.charAt(tokens[place]!.start)));
	// "$20 for bakers earn $30 for cooks"
	const verb = places.find((place) =>
		/^(?:earn|get|receive)$/i.test(text.slice(tokens[place]!.start, tokens[place]!.end)),
	);
	return separators.at(-1) ?? joints.at(-1) ?? verb ?? null;
}

/** Whether two offers are of different customers: "10% for new ones / 5% for others", "10% for boxes and 5% for books". */
function isSeparate(
	text: string,
	between: readonly Token[],
	joint: ReadOffer['relation'],
	previous: ReadOffer | undefined,
	offer: ReadOffer,
): boolean {
	if (previous === undefined) return false;
	const isOther = previous.condition !== offer.condition;
	const isSlash = between.every(({ start, end }) => !/\bor\b/i.test(text.slice(start, end)));
	if (joint === 'or') return isSlash && (isOther || !isForSame(previous, offer));
	const isAnd = joint === 'plus' && between.every(({ joint: other }) => other !== 'plus');
	return isAnd && isOther && previous.condition !== '' && offer.condition !== '' && isForSame(previous, offer);
}

/** Returns the tokens that belong to figures that are not pay, and to things that are paid without a figure. */
function skippedTokens(text: string, tokens: readonly Token[]): Set<Token> {
	const isEnd = ({ kind, start }: Token) => kind === 'figure' || (kind === 'joint' && text.charAt(start) !== ':');
	const skipped = tokens.flatMap((token, index) => {
		const before = tokens.slice(0, index);
		const rest = tokens.slice(index + 1);
		if (token.kind === 'aside' && token.figure) {
			// "20% of our $90 plan" goes on with the offer, "20% per sale - average of $90 a sale" does not.
			const cut = before.findLastIndex(isEnd);
			if (tokens[cut]?.kind === 'figure') return [];
			const end = rest.findIndex(isEnd);
			return [...before.slice(cut + 1), ...rest.slice(0, end === -1 ? undefined : end)];
		}
		// "20%, plus bonuses"
		const isLast = before.some(({ kind }) => kind === 'figure') && !rest.some(({ kind }) => kind === 'figure');
		return token.joint === 'plus' && isLast ? rest.filter(({ kind }) => kind !== 'stop') : [];
	});
	return new Set(skipped);
}

function relationBetween(tokens: readonly Token[]): ReadOffer['relation'] {
	const joints = tokens.flatMap(({ joint }) => joint ?? []);
	const isRise = joints.includes('rise') && tokens.some(({ meaning }) => meaning?.months);
	if (isRise || joints.includes('then') || tokens.some(({ meaning }) => (meaning?.from_month ?? 1) > 1)) return 'then';
	const joint = joints.findLast((other) => other !== ',' && other !== 'rise');
	return joint === 'and' ? 'plus' : joint === 'or' || joint === 'plus' ? joint : null;
}
