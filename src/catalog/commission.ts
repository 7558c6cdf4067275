/**
 * Interprets what a program pays. Pages, lists, estimates, comparisons, statistics, share images and feeds all use this
 * interpretation, so that they never contradict each other.
 */
import { type CommissionQualifier, numbersIn, type QualifiedCommission, qualifierOf } from './commission-qualifier.ts';
import type { CommissionType } from './program.ts';

export interface CommissionFields extends QualifiedCommission {
	readonly commission_type: CommissionType;
	readonly commission_duration: string | null;
}

export const COMMISSION_FIELDS = [
	'commission_type',
	'commission_rate',
	'commission_qualifier',
	'commission_text',
	'commission_amount',
	'commission_duration',
] as const satisfies readonly (keyof CommissionFields)[];

export interface Commission {
	readonly type: CommissionType;
	/** Whether the type, duration, words and figures contradict each other. If so, `rate` and `amount` are null. */
	readonly isUnclear: boolean;
	/** The percentage, or null if it is unknown or unclear, or if the program names several percentages. */
	readonly rate: number | null;
	/** The amount per sale, in the program's currency. It is null for the same reasons as `rate`. */
	readonly amount: number | null;
	/** The kind of figure, or null if there is no figure. */
	readonly qualifier: CommissionQualifier | null;
	/** Whether the percentage is paid only on the first sale to each customer. */
	readonly isForFirstSale: boolean;
	/**
	 * Whether rankings and calculations can use the figures, because the program pays at least this much for every sale.
	 */
	readonly isComparable: boolean;
	/** The source's own words, without spaces around them, or null if there are no words. */
	readonly words: string | null;
}

/** The property that caches a program's interpretation. Copies lack it, because their terms may be changed. */
const INTERPRETATION = Symbol('interpretation');

interface Interpreted extends CommissionFields {
	readonly [INTERPRETATION]?: Commission;
}

/**
 * Interprets a program's commission. Caches the result in a hidden property of the object, because the index, lists and
 * statistics all need it. With 100,000 programs, a `WeakMap` cache would take a quarter of a full build's time.
 */
export function commissionOf(program: CommissionFields): Commission {
	const known = (program as Interpreted)[INTERPRETATION];
	if (known) return known;
	const commission = interpret(program);
	Reflect.defineProperty(program, INTERPRETATION, { value: commission });
	return commission;
}

function interpret(program: CommissionFields): Commission {
	const { commission_type: type, commission_rate, commission_amount } = program;
	const words = program.commission_text?.trim() || null;
	const isOfFirstSale = commission_rate !== null && numbersIn(words ?? '', FIRST_SALE).includes(commission_rate);
	const others = otherPercentages(program);
	// "60% of the first month, then 20%" has no single rate, and "25%" contradicts a rate of 20.
	const hasSeveral = others.length > 0 && (commission_rate === null || namesRate(program));
	const isUnclear =
		paysOnceAndAgain(program) ||
		(others.length > 0 && !hasSeveral) ||
		(!(hasSeveral && isOfFirstSale) && contradictsDuration(program));
	const hasFigures = !isUnclear && !hasSeveral;
	const [rate, amount] = hasFigures ? [commission_rate, commission_amount] : [null, null];
	const kind = hasFigures ? qualifierOf(program) : null;
	// One figure alone is not one of two.
	const qualifier = kind === 'either' && (rate === null || amount === null) ? 'exact' : kind;
	const isForFirstSale = isOfFirstSale && rate !== null && type === 'one_time';
	const isComparable = (qualifier === 'exact' || qualifier === 'from') && !isForFirstSale;
	return { type, isUnclear, rate, amount, qualifier, isForFirstSale, isComparable, words };
}

/**
 * Matches words that say that the commission is paid again for later payments: "recurring", "lifetime", "for the first
 * 12 months".
 */
const PAID_AGAIN =
	/(?<!\b(?:non|not|no)[\s-])\b(?:recurring|residual)\b|\blife[\s-]?time\b(?![\s-](?:cookie|attribution|deal|plan|licen))|\bfor\b[^.;,]{0,60}?(?:\d[\s-]*(?:month|year)|\b(?:one|two|three|first|1st)[\s-](?:month|year)|\blife\b)|\b(?:each|every)\smonth\b|\bperpetuity\b|\bindefinitely\b/i;
const PAID_ONCE = /\bone[\s-]?time\b|\b(?:first|initial)\s(?:payment|purchase|order|sale|month|invoice)\b/i;
/** Matches "60% of the first month" and "20% on the customer's first paid subscription". */
const FIRST_SALE =
	/(\d[\d.,]{0,12})\s?%[^.;!%+$€£¥]{0,50}\b(?:first|initial)\s(?:paid\s)?(?:payment|purchase|order|sale|month|invoice|subscription|transaction|deal)\b/gi;
const SPAN = /(\d{1,3}|\bone|\bfirst|\b1st)[\s-]?(month|year)|\blife/gi;
const PERCENTAGE = /(\d[\d.,]{0,12})\s?%(?!\s*(?:off|discount))/gi;

/** Whether a one-time commission has a duration, or words that say that it is paid repeatedly. */
function paysOnceAndAgain({ commission_type, commission_duration, commission_text }: CommissionFields): boolean {
	if (commission_type !== 'one_time') return false;
	return monthsIn(commission_duration ?? '').length > 0 || PAID_AGAIN.test(`${commission_duration} ${commission_text}`);
}

/**
 * Whether the words contradict the duration. They do if they name durations, none of which is in `commission_duration`,
 * or if they say that a recurring commission is paid only once.
 */
function contradictsDuration(program: CommissionFields): boolean {
	const { commission_type: type } = program;
	const words = program.commission_text ?? '';
	const duration = program.commission_duration ?? '';
	if (type === 'recurring' && PAID_ONCE.test(`${words} ${duration}`) && !PAID_AGAIN.test(words)) return true;
	// The words of a tiered program also describe its other tiers, and a one-time commission can be a share of the first
	// year's payments.
	if (type === 'tiered' || type === 'one_time') return false;
	const durations = monthsIn(words);
	return durations.length > 0 && !durations.some((span) => monthsIn(duration).includes(span));
}

/**
 * Returns the percentages in a program's words, except those that its figure covers. For example, the figure "from 20%"
 * covers 20% and all higher percentages.
 */
function otherPercentages(program: CommissionFields): number[] {
	const { commission_type, commission_rate: rate, commission_text } = program;
	const qualifier = qualifierOf(program);
	// The words of a tiered program also describe its other tiers.
	if (commission_type === 'tiered' || qualifier === null) return [];
	return numbersIn(commission_text ?? '', PERCENTAGE).filter((share) => {
		if (rate === null || qualifier === 'exact' || qualifier === 'either') return share !== rate;
		return qualifier === 'from' ? share < rate : share > rate;
	});
}

/** Whether the words state the rate. If the qualifier is not `exact`, they are assumed to state it. */
function namesRate(program: CommissionFields): boolean {
	const { commission_rate: rate, commission_text } = program;
	return (
		qualifierOf(program) !== 'exact' || numbersIn(commission_text ?? '', PERCENTAGE).some((share) => share === rate)
	);
}

/** Returns the lengths of all durations in the text, in months: 24 for `2 years`, Infinity for `lifetime`. */
function monthsIn(text: string): number[] {
	return [...text.matchAll(SPAN)].map(([, count, unit]) => {
		if (count === undefined || unit === undefined) return Number.POSITIVE_INFINITY;
		return (Number.parseInt(count, 10) || 1) * (unit.toLowerCase() === 'year' ? 12 : 1);
	});
}
