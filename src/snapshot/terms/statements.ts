/** Reads the offers of a text, and which of them is its base offer. */
import { defaultsOf } from '../../catalog/columns.ts';
import type { CommissionType, Offer } from '../../catalog/offer.ts';
import { OFFER_COLUMNS } from '../../catalog/offer.ts';
import { agrees, isComparable, sharesFigure } from './agreement.ts';
import { type Condition, conditionOf, ORDINARY, SPECIAL } from './conditions.ts';
import type { Figure } from './figures.ts';
import { inEnglish } from './german.ts';
import type { Part } from './part.ts';
import { partsOf } from './parts.ts';
import { purposeOf } from './purposes.ts';
import { type Span, spanIn } from './spans.ts';

/** An offer as a text states it. */
export interface Statement {
	readonly offer: Offer;
	readonly condition: Condition;
	readonly joint: Part['joint'];
	/** Whether the offer's own words say for how long it is paid. */
	readonly hasSpan: boolean;
	/** Whether the offer's own words say what it is paid for. */
	readonly hasPurpose: boolean;
	/** The clause that states the offer. */
	readonly words: string;
}

export interface Statements {
	readonly all: readonly Statement[];
	/** Figures that are not what the program pays. */
	readonly asides: readonly Figure[];
}

/** What the reader knows about a program in addition to its texts. */
export interface Context {
	readonly type: CommissionType | null;
	readonly currency: string | null;
}

export function statementsIn(clauses: readonly string[], { type, currency }: Context): Statements {
	const read = clauses.map((words) => ({ words, ...partsOf(inEnglish(words), currency) }));
	const all: Statement[] = [];
	for (const statement of read.flatMap(({ parts, words }) => statementsOf(parts, words, type))) {
		const first = all.find(({ offer, words }) => words !== statement.words && isSame(offer, statement.offer));
		// A text that repeats a figure without its condition means the same offer.
		if (!first || first.condition.rank <= statement.condition.rank) all.push(statement);
	}
	return {
		all,
		asides: read.flatMap(({ parts, asides }) => [
			...asides,
			...parts.map(({ figure }) => figure).filter(({ isForeign }) => isForeign),
		]),
	};
}

function statementsOf(parts: readonly Part[], words: string, type: CommissionType | null): Statement[] {
	const statements: Statement[] = [];
	parts.forEach((part, index) => {
		const { figure } = part;
		if (figure.isForeign) return;
		const [previous, last] = [parts[index - 1], statements.at(-1)];
		if (previous && last?.offer.qualifier === 'exact' && part.joint === 'or' && isChoice(previous.figure, figure)) {
			const text = `${previous.text} or ${part.text}`;
			const rate = figure.kind === 'rate' ? part : previous;
			const shared = statementOf({ ...rate, text, joint: previous.joint }, words, type);
			const offer = { ...shared.offer, ...valuesOf(previous.figure), [figure.kind]: figure.value, qualifier: 'either' };
			statements[statements.length - 1] = { ...shared, offer: offer as Offer };
			return;
		}
		statements.push(statementOf(part, words, type));
	});
	return statements;
}

/** Whether two offers have the same figures. */
function isSame(one: Offer, other: Offer): boolean {
	return (['rate', 'amount', 'maximum', 'qualifier'] as const).every((key) => one[key] === other[key]);
}

/** Whether the program pays an amount or a percentage, as in "$75 or 20%". */
function isChoice(one: Figure, other: Figure): boolean {
	return one.kind !== other.kind && other.qualifier === 'exact' && !one.isForeign;
}

function statementOf(part: Part, words: string, type: CommissionType | null): Statement {
	const own = spanIn(part.text);
	const { per, isStated } = purposeOf(part, own, type);
	const span: Span | null = per === 'payment' ? own : null;
	const condition = conditionOf(part);
	const offer: Offer = {
		...defaultsOf(OFFER_COLUMNS),
		...valuesOf(part.figure),
		per,
		months: span?.months ?? null,
		lifetime: span?.lifetime ?? false,
		condition: condition.words,
	};
	return { offer, condition, joint: part.joint, hasSpan: span !== null, hasPurpose: isStated, words };
}

function valuesOf({ kind, value, maximum, qualifier }: Figure) {
	return { rate: kind === 'rate' ? value : null, amount: kind === 'amount' ? value : null, qualifier, maximum };
}

/**
 * Returns the base offer among statements: the least special one, for affiliates rather than others, with the figure of
 * the program's summary rather than others, and a percentage rather than an amount that is paid in addition.
 */
export function baseOf(statements: readonly Statement[], summary: Offer | null): Statement | null {
	let candidates = statements;
	const narrow = (isBetter: (statement: Statement) => boolean) => {
		const better = candidates.filter(isBetter);
		if (better.length > 0) candidates = better;
	};
	narrow(({ condition }) => condition.rank < SPECIAL);
	narrow(({ condition }) => condition.isForAffiliates);
	narrow((statement) => !isSummary(statement, candidates));
	const all = candidates;
	narrow(({ offer }) => summary !== null && sharesFigure(offer, summary));
	narrow(({ condition }) => condition.rank === ORDINARY);
	const [first] = candidates;
	if (!first || first.offer.rate !== null) return first ?? null;
	const isShare = ({ offer, condition }: Statement) => offer.rate !== null && condition.rank <= first.condition.rank;
	return all.find((statement) => statement.words === first.words && isShare(statement)) ?? first;
}

/** Whether an offer only sums up others of the same clause: "up to 50%: beginners 20%, experts 50%". */
function isSummary({ offer, words, condition }: Statement, others: readonly Statement[]): boolean {
	return others.some((other) => {
		if (offer.qualifier !== 'up_to' || other.offer.qualifier !== 'exact' || other.words !== words) return false;
		return other.condition.rank <= condition.rank && isComparable(offer, other.offer) && agrees(offer, other.offer);
	});
}
