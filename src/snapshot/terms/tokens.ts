/** Divides a sentence into tokens: figures, phrases that the reader understands, and words that it does not. */
import { asideOf } from './asides.ts';
import type { Figure } from './figures.ts';
import { LEXICON } from './lexicon.ts';
import type { Meaning } from './meaning.ts';
import { NEUTRAL, OF, readOf } from './neutral.ts';

export interface Token {
	readonly start: number;
	readonly end: number;
	readonly kind: 'figure' | 'meaning' | 'neutral' | 'joint' | 'aside' | 'words' | 'stop';
	readonly meaning?: Meaning;
	readonly figure?: Figure;
	/** Whether it is an amount that the customer pays or reaches, which the words before it explain. */
	readonly isThreshold?: true;
	readonly of?: string;
	/** How the offers on its two sides relate. A comma stands for anything else. */
	readonly joint?: 'plus' | 'and' | 'or' | 'then' | 'rise' | ',';
}

/** Matches what can join two offers, or the parts of a sentence. */
const JOINT =
	/(?:,?\s*(?:and )?(?:plus|as well as|on top of)\b|\+(?=\s?[\p{L}\d$€£%])|,?\s*(?:and )?(?:thereafter|afterwards?|after that|then|followed by|(?:and )?after(?=\s*(?:$|[.,)])))\b|,?\s*(?:(?:and|then) )?(?:rising|scaling|increasing|growing|going|climbing|rises|scales|increases|grows|goes)(?: up)? to\b|,?\s*or\b(?! more)|,?\s*and\b|&|,|(?<=\s)\/(?=\s)|(?<=\s)-(?=\s)|\(|\)|:)/iuy;
/** Matches a cap of a percentage: "20%, up to $90". "20% on orders up to $90" is none. */
const CAPPED =
	/(?:^|[,(%-]|\b(?:commission|share|recurring|each|sale|payment|revenue|customer|month|year)s?)\s*(?:with )?up to/iu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'.&/-]*|\p{Co}(?:'s)?|\S/uy;

/** Divides a sentence into tokens. A phrase of the lexicon counts before a figure in it. */
export function tokensOf(text: string, figures: readonly Figure[]): Token[] {
	const tokens: Token[] = [];
	let pay: Figure['kind'] | null = null;
	for (let at = 0; at < text.length; ) {
		if (/\s/.test(text.charAt(at))) {
			at++;
			continue;
		}
		const figure = figures.find(({ start }) => start === at);
		const token: Token =
			phraseAt(text, at, figure, figures, pay) ?? figureAt(text, figure, pay === null) ?? otherAt(text, at);
		if (token.kind === 'figure') pay = token.figure!.kind;
		tokens.push(token);
		at = Math.max(token.end, at + 1);
	}
	return tokens;
}

function phraseAt(
	text: string,
	at: number,
	figure: Figure | undefined,
	figures: readonly Figure[],
	pay: Figure['kind'] | null,
): Token | null {
	const isWordStart = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) || !/[\p{L}\p{N}]/u.test(text.charAt(at));
	if (!isWordStart) return null;
	for (const { role, pattern, meaning } of LEXICON) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (!match || match[0].trim() === '') continue;
		const end = at + match[0].length;
		// A phrase may contain numbers, but no part of one, and no percentage.
		if (figures.some(({ kind, start, end: last }) => start < end && last > (kind === 'rate' ? at : end))) continue;
		const value = meaning?.(match.groups ?? {}, match[0]);
		if (value?.cap !== undefined && (pay === null || (value.capsRates && pay !== 'rate'))) continue;
		if (value?.capsRates && !CAPPED.test(text.slice(Math.max(0, at - 30), end))) continue;
		if (figure?.kind === 'amount' && value?.cap === undefined) continue;
		return {
			start: at,
			end,
			kind: role,
			...(value && { meaning: value }),
		};
	}
	return null;
}

function figureAt(text: string, figure: Figure | undefined, isFirst: boolean): Token | null {
	if (!figure) return null;
	const { start, end } = figure;
	if (figure.kind === 'number') {
		// A year, and the number of a name such as "Windows 11", belong to the words around them.
		const isName =
			/^(?:19|20)\d\d$/.test(text.slice(start, end)) ||
			/\p{Lu}[\p{L}]*\s$/u.test(text.slice(Math.max(0, start - 20), start));
		return { start, end, kind: isName ? 'words' : 'stop', figure };
	}
	const aside = asideOf(text, figure, isFirst);
	if (aside?.kind === 'drop') return { start, end: aside.end, kind: 'aside', figure };
	if (aside?.kind === 'threshold') return { start, end: aside.end, kind: 'words', isThreshold: true };
	return { start, end, kind: 'figure', figure };
}

function otherAt(text: string, at: number): Token {
	const of = matchAt(OF, text, at);
	if (of) return { start: at, end: at + of.length, kind: 'meaning', ...readOf(of) };
	const neutral = matchAt(NEUTRAL, text, at);
	if (neutral) return { start: at, end: at + neutral.length, kind: 'neutral' };
	const joint = matchAt(JOINT, text, at);
	// The name of a plan: "20% of Plus subscriptions".
	const isName = joint === 'Plus' && /[\p{L}%] $/u.test(text.slice(0, at)) && /^ \p{Lu}/u.test(text.slice(at + 4));
	if (joint && !isName) return { start: at, end: at + joint.length, kind: 'joint', joint: relationOf(joint) };
	const word = matchAt(WORD, text, at) ?? text.charAt(at);
	const kind = /^[\p{L}\p{N}]/u.test(word) ? 'words' : 'neutral';
	return { start: at, end: at + word.length, kind };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
}

function relationOf(joint: string): NonNullable<Token['joint']> {
	if (/ to$/i.test(joint)) return 'rise';
	if (/then|after|followed/i.test(joint)) return 'then';
	if (/plus|as well|on top|\+/i.test(joint)) return 'plus';
	if (/and$|&/i.test(joint)) return 'and';
	return /or$|\//i.test(joint) ? 'or' : ',';
}
