import { columnsOfType } from '../catalog/columns.ts';
import type { Program } from '../catalog/program.ts';
import { byKind, COLUMNS, KEY, KINDS, type Kind, parseRecord, type Violation } from '../catalog/records.ts';
import type { Review } from '../catalog/review.ts';
import { compareText } from '../shared/text.ts';
import { contradictoryTerms } from './terms/contradictory-terms.ts';

/** A problem of a record or a redirect. */
export interface RecordProblem extends Violation {
	readonly kind: Kind | 'redirects';
	/** The slug or ID of the record. For a redirect, its kind and slug, such as `programs/acme`. */
	readonly key: string;
}

const ORDER: readonly RecordProblem['kind'][] = [...KINDS, 'redirects'];

/** Sorts findings by kind, key, column, rule and value, so that the order of the checks does not matter. */
export function inOrder(findings: readonly RecordProblem[]): RecordProblem[] {
	return findings.toSorted(
		(a, b) =>
			ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
			compareText(a.key, b.key) ||
			compareText(a.column, b.column) ||
			compareText(a.rule, b.rule) ||
			compareText(String(a.value), String(b.value)),
	);
}

interface RecordFindings {
	readonly errors: readonly RecordProblem[];
	readonly warnings: readonly RecordProblem[];
}

/** @param now a timestamp */
export function checkRecord(kind: Kind, record: object, now: string): RecordFindings {
	const key = String((record as never)[KEY[kind]]);
	const parsed = parseRecord(kind, record as { readonly [field: string]: unknown }, '');
	if ('problems' in parsed) {
		return { errors: parsed.problems.map((problem) => ({ kind, key, ...problem })), warnings: [] };
	}
	const warnings = [...laterThan(now, kind, key, parsed.record)];
	if ('updated_at' in parsed.record) warnings.push(...updatedBeforeCreated(kind, key, parsed.record));
	if (kind === 'programs') warnings.push(...programWarnings(parsed.record as Program));
	return { errors: [], warnings };
}

const TIMES = byKind((kind) => columnsOfType(COLUMNS[kind], 'timestamp'));

/** The rule for times. Whether a value breaks this rule depends on the time of the check. */
export const NOT_LATER = 'not later than now';

/** Finds times in the future. Records with such times would stay first in lists for years. */
function* laterThan(now: string, kind: Kind, key: string, record: object): Generator<RecordProblem> {
	for (const column of TIMES[kind]) {
		const value = (record as { readonly [column: string]: unknown })[column];
		if (typeof value !== 'string' || value <= now) continue;
		yield { kind, key, column, value, rule: NOT_LATER, fix: 'correct it' };
	}
}

/**
 * Finds a record whose creation time is later than its last update. A program with such times could wrongly come first
 * among the newest programs.
 */
function* updatedBeforeCreated(kind: Kind, key: string, record: Program | Review): Generator<RecordProblem> {
	const { created_at: value, updated_at } = record;
	if (value <= updated_at) return;
	const rule = `no later than updated_at (${updated_at})`;
	yield { kind, key, column: 'created_at', value, rule, fix: 'correct one of them' };
}

function* programWarnings(program: Program): Generator<RecordProblem> {
	yield* amountWithoutCurrency(program);
	for (const problem of contradictoryWords(program)) yield { kind: 'programs', key: program.slug, ...problem };
}

function* amountWithoutCurrency(program: Program): Generator<RecordProblem> {
	if (program.currency !== null) return;
	if (program.commission_amount === null && program.payout_minimum === null) return;
	yield {
		kind: 'programs',
		key: program.slug,
		column: 'currency',
		value: null,
		rule: 'given if there is an amount',
		fix: 'add the currency of commission_amount and payout_minimum',
	};
}

/** Returns a warning for each column that contradicts the program's words, and if its words contradict each other. */
export function contradictoryWords(program: Program): Violation[] {
	return [contradictoryTerms(program), contradictoryCookie(program)].filter((problem) => problem !== undefined);
}

/** Matches a cookie duration: `90-day cookie`, `30 days of cookie`, `cookie lasts 30 days`. */
const COOKIE_DAYS =
	/\b(\d{1,3})[-\s]days?(?:\s(?:of|long|affiliate|attribution|referral|tracking))*\scookies?\b|\bcookies?(?:[\s:]+(?:duration|window|period|lifetime|length|lasts?|is|of|for|valid|stays?|expires?|after))*[\s:]+(\d{1,3})[-\s]days?\b/gi;

/** Returns the cookie durations that a text states. */
export function cookiesIn(text: string): { readonly words: string; readonly days: number }[] {
	return Array.from(text.matchAll(COOKIE_DAYS), ([words, before, after]) => ({ words, days: Number(before ?? after) }));
}

function contradictoryCookie(program: Program): Violation | undefined {
	const { cookie_days, commission_text, description, long_description, restrictions_text } = program;
	if (cookie_days === null) return undefined;
	const stated = cookiesIn([commission_text, description, long_description, restrictions_text].join('\n'));
	const [first] = stated;
	if (first === undefined || stated.some(({ days }) => days === cookie_days)) return undefined;
	return {
		column: 'cookie_days',
		value: cookie_days,
		rule: `what the program’s words say (“${first.words}”)`,
		fix: 'correct one of the two',
	};
}
