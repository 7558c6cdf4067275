/** Reads the places in which a source describes what a program pays. */
import type { CommissionType, StatedIn } from '../../catalog/offer.ts';
import { isSame, sharesFigure } from './agreement.ts';
import { type Figure, figuresIn } from './figures.ts';
import { inEnglish } from './language.ts';
import { OF } from './neutral.ts';
import type { ReadOffer, Statement } from './read-offer.ts';
import { readSentence } from './sentence.ts';
import { plainText, sentencesOf } from './text.ts';

/** What a source says about a program's commission. */
export interface TermsSource {
	readonly type: CommissionType | null;
	/** The currency of the program's amounts, if it is known. */
	readonly currency: string | null;
	/** The figure in words, such as "20%" or "$50 + 20%". */
	readonly rate: string;
	readonly duration: string;
	readonly conditions: string;
	readonly descriptions: readonly string[];
	/** The names of the program, which can contain numbers and words about pay. */
	readonly names?: readonly string[];
}

/** A statement, and the place that has it. */
export interface Stated extends Statement {
	readonly from: StatedIn;
	/** What says how long the offer is paid, if that is elsewhere. */
	readonly span?: Stated;
	/** What says the cap, if that is elsewhere. */
	readonly cap?: Stated;
}

export interface Place {
	readonly from: StatedIn;
	readonly statements: readonly Stated[];
	/** Figures of pay that are not understood. */
	readonly withheld: readonly Figure[];
	/** Those of them of which only the condition is not understood. */
	readonly fragments: readonly Figure[];
	/** Whether the place doubts the commission without a figure: "The rate is not verified". */
	readonly isDoubtful: boolean;
}

interface Places {
	readonly conditions: Place;
	readonly rate: Rate;
	readonly descriptions: readonly Place[];
	readonly all: readonly Place[];
}

/** The rate, and the offer that it states, even if it is only a copy. */
interface Rate extends Place {
	readonly summary: Stated | null;
}

/** Returns the places in the order of their weight. The rate summarizes the conditions. */
export function placesOf(source: TermsSource): Places {
	const conditions = placeOf('conditions', source.conditions, source);
	// A short description is often the beginning of the long one, cut off.
	const texts = source.descriptions.filter(
		(text, _, all) => !all.some((other) => other !== text && other.startsWith(text)),
	);
	const descriptions = texts.map((text) => placeOf('description', text, source));
	const rate = rateOf(source);
	return { conditions, rate, descriptions, all: [conditions, rate, ...descriptions] };
}

const ABOUT_PAY =
	/\b(?:comm?iss?ions?|rev(?:enue)?[ -]shar(?:e|ing)|recurring|affiliates?|partner program(?:me)?|referrals?|refer|referred|payouts?|bount(?:y|ies)|CPA|CPL)\b|\b(?:partners?|you|you.ll|can|could|to) (?:can )?(?:earn|get|receive)\b|^\W{0,5}earn\b/iu;

/** Matches "between 15% and" and "starts at 15% and increases to" before a figure. */
const BETWEEN =
	/\b(?:between|start(?:s|ing)? (?:at|from)) ([$€£¥₹]?\d[\d.,]*(?: ?%)?),? (?:and|&|(?:(?:and|then) )?(?:ris|scal|increas|grow|go|climb)\p{L}+(?: up)? to(?! \S+ (?:for|if|when|once|at|after|as|with)\b)) (?=[$€£¥₹]?\d)/giu;

function placeOf(from: StatedIn, text: string, { currency, conditions, names = [] }: TermsSource): Place {
	const sentences = sentencesOf(text);
	// A program that pays different kinds of partners differently names them.
	const kinds = new Set(sentences.flatMap((words) => PARTNERS.exec(words)?.[1]?.toLowerCase() ?? []));
	const own = from === 'description' && sentences.some((words) => /\d/.test(words)) ? sentencesOf(conditions) : [];
	const read = sentences.flatMap((words) => {
		// Descriptions often repeat the conditions.
		if (from === 'description' && (!/\d/.test(words) || own.includes(words.replace(LABEL, '')))) return [];
		const unnamed = names.reduce((sentence, name, index) => sentence.replaceAll(name, nameSign(index)), words);
		const english = inEnglish(unnamed);
		const sentence = english.replace(BETWEEN, '$1-');
		if (from === 'description' && !ABOUT_PAY.test(sentence)) return [];
		const reading = readSentence(sentence, currency, from === 'description');
		const kind = kinds.size > 1 ? (PARTNERS.exec(sentence)?.[1] ?? '') : '';
		const partners = /^(?:affiliate partner|affiliate)s?$/i.test(kind) ? '' : kind;
		const statements = reading.statements.map((statement) => {
			const stated = partners === '' ? statement : forPartners(statement, partners);
			return { ...stated, from, words, offer: inWordsOf(words, english !== unnamed, stated.offer, names) };
		});
		return [{ ...reading, statements }];
	});
	return {
		from,
		statements: withoutRepeats(read.flatMap(({ statements }) => statements)),
		withheld: read.flatMap(({ withheld }) => withheld),
		fragments: read.flatMap(({ fragments }) => fragments),
		isDoubtful: read.some(
			({ isDoubtful, words }) =>
				isDoubtful && !/\d/.test(words) && /\b(?:rate|commission|verified|confirmed)\b/i.test(words),
		),
	};
}

/** Matches what introduces the words about a program in a description. */
const LABEL = /^(?:affiliate|partner|referral) program(?:me)?: /i;

/** Matches a sentence about one kind of partners. */
const PARTNERS =
	/^\W*(?:(?:affiliate|partner|referral) program(?:me)?:\s*)?(?:our )?((?:(?:referral|agency|solution|technology|reseller|channel|certified|active|affiliate) )?(?:affiliates?|partners|resellers|agencies|ambassadors))(?::| (?:can )?(?:earn|get|receive)\b)/iu;

/** Names the kind of partners in the condition of an offer. */
function forPartners(statement: Statement, kind: string): Statement {
	const { offer, rank } = statement;
	if (offer.condition.toLowerCase().includes(kind.toLowerCase())) return statement;
	const condition = [kind, offer.condition].filter(Boolean).join(', ');
	return { ...statement, rank: Math.max(rank, 1), offer: { ...offer, condition } };
}

/** Stands for the program's nth name in a sentence. The rules take it for a sign without a meaning. */
function nameSign(index: number): string {
	return String.fromCharCode(0xe000 + index);
}

/** Gives an offer the words of the source. @param isTranslated whether its condition is not in its language */
function inWordsOf(words: string, isTranslated: boolean, offer: ReadOffer, names: readonly string[]): ReadOffer {
	const named = (text: string) => names.reduce((result, name, index) => result.replaceAll(nameSign(index), name), text);
	// What a percentage is of is known in English only for the words that the table has.
	const isOfUnknown = isTranslated && offer.of !== null && `of ${offer.of}`.search(OF) !== 0;
	const of = isOfUnknown || offer.of === null ? null : named(offer.of);
	return {
		...offer,
		of,
		condition: isTranslated && (offer.condition !== '' || isOfUnknown) ? words : named(offer.condition),
	};
}

/** The rate is often a copy of the first number of the conditions, cut off: it says nothing then. */
function rateOf(source: TermsSource): Rate {
	const place = placeOf('rate', source.rate, source);
	const summary = best(place.statements, null);
	const digits = source.rate.match(/\d[\d.,]*/)?.[0];
	const numbers = plainText(source.conditions).match(/(?<!\p{L})\d[\d.,]*/gu) ?? [];
	const isCopy =
		digits !== undefined &&
		!/\p{L}{3}/u.test(source.rate) &&
		figuresIn(plainText(source.rate)).length === 1 &&
		numbers.some((number) => number.startsWith(digits));
	return { ...place, ...(isCopy && { statements: [] }), summary };
}

/** Returns the base offer, and the place that states it. */
export function bestPlace(
	{ conditions, rate, descriptions }: Places,
	{ currency }: TermsSource,
): { readonly base: Stated; readonly place: Place } | null {
	const { summary } = rate;
	const own = best(conditions.statements, summary, currency);
	const explaining = descriptions.filter(({ statements }) =>
		statements.some(({ offer }) => summary && sharesFigure(offer, summary.offer)),
	);
	if (own) {
		const general = descriptions.find(({ statements }) =>
			statements.some(({ rank }) => rank < own.rank && own.rank >= 2),
		);
		const found = general && best(general.statements, summary);
		// "20% for the first 50 sales" says more than "20%".
		const isShorter = found && own.rank === 2 && sharesFigure(own.offer, found.offer);
		return found && !isShorter ? { base: found, place: general } : { base: own, place: conditions };
	}
	if (conditions.withheld.length > 0) return null;
	for (const place of [...explaining, ...(summary ? [rate] : []), ...descriptions]) {
		const found = best(place.statements, summary, currency);
		if (found) return { base: found, place };
	}
	return null;
}

function best(statements: readonly Stated[], summary: Stated | null, currency: string | null = null): Stated | null {
	let candidates = statements;
	const narrow = (isBetter: (statement: Stated) => boolean) => {
		const better = candidates.filter(isBetter);
		if (better.length > 0) candidates = better;
	};
	narrow(({ offer }) => offer.amount === null || currency === null || offer.currency === currency);
	const least = Math.min(...candidates.map(({ rank }) => rank));
	narrow(({ rank }) => rank === least);
	const isExact = ({ offer }: Stated) => offer.qualifier !== 'up_to' && offer.relation === null;
	if (candidates.some(isExact)) narrow(({ offer }) => offer.qualifier !== 'up_to');
	if (candidates.every(({ rank }) => rank < 3))
		narrow(({ offer }) => summary !== null && sharesFigure(offer, summary.offer));
	return candidates[0] ?? null;
}

/** Leaves out statements that say the same as an earlier one. */
export function withoutRepeats(statements: readonly Stated[]): Stated[] {
	const result: Stated[] = [];
	for (const statement of statements)
		if (!result.some(({ offer }) => isSame(offer, statement.offer))) result.push(statement);
	return result;
}
