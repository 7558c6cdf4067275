/** Checks what a brand proposes by the rules of an import, with the same messages. */
import { isDeepStrictEqual } from 'node:util';
import {
	BRAND_FIELDS,
	type BrandKind,
	COLUMNS,
	parseRecord,
	ruleSentence,
	type Violation,
} from '../../catalog/records.ts';
import { SECOND_NAMES } from '../../catalog/resources.ts';
import { nearWord } from '../../shared/near-words.ts';
import { sentence } from '../../shared/text.ts';
import { knownRecords } from '../../snapshot/import/references.ts';
import type { ProposedFields } from '../../state/proposals/proposal.ts';
import type { FieldProblem } from '../error.ts';
import type { ReleaseData } from '../release-data.ts';
import { invalidBody } from './parse-body.ts';

/** The paths of the API with one record of each kind. */
const PATHS = { organizations: '/organizations/', categories: '/categories/', programs: '/programs/' } as const;

/**
 * Checks the fields of a proposal.
 *
 * @param before the record now, or undefined for a new one
 * @param extra the further fields that a new record has, such as its slug
 * @returns the fields that differ from the record
 * @throws ApiError INVALID_BODY with all problems
 */
export function checkFields(
	kind: BrandKind,
	given: ProposedFields,
	before: ProposedFields | undefined,
	release: Pick<ReleaseData, 'resource' | 'redirect'>,
	now: string,
	extra: readonly string[] = [],
): ProposedFields {
	const allowed = [...BRAND_FIELDS[kind], ...extra];
	const names = Object.keys(given);
	const unknown = names.filter((name) => !allowed.includes(name)).map((name) => unknownField(name, kind, allowed));
	const known = Object.fromEntries(
		names
			.filter((name) => allowed.includes(name))
			.map((name) => [name, presentValue(kind, name, given[name], release)]),
	);
	const parsed = parseRecord(kind, { ...before, ...known }, now);
	const rules = 'problems' in parsed ? parsed.problems : brokenReferences(kind, known, release);
	// What is wrong with the record already is not the sender's fault, unless a new value causes it.
	const own = rules.filter(({ column }) => before === undefined || Object.hasOwn(known, column));
	const caused = own.length === 0 && before !== undefined ? causedBy(kind, rules, before, now) : own;
	const problems = [...unknown, ...caused.map(asFieldProblem)];
	if (problems.length > 0) throw invalidBody(problems);
	const record = 'record' in parsed ? (parsed.record as ProposedFields) : known;
	const fields = Object.fromEntries(Object.keys(known).map((name) => [name, record[name]]));
	if (before === undefined) return fields;
	const changed = Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value, before[name] ?? null));
	if (changed.length === 0) {
		const message = names.length === 0 ? 'Send at least one field.' : 'The record has all these values already.';
		throw invalidBody([{ field: '', message }]);
	}
	return Object.fromEntries(changed);
}

/** Replaces the former slugs of renamed and merged records in a value that refers to records. */
function presentValue(kind: BrandKind, name: string, value: unknown, release: Pick<ReleaseData, 'redirect'>): unknown {
	const target = COLUMNS[kind][name]?.refersTo;
	const present = (key: unknown) =>
		(target !== undefined && typeof key === 'string' && release.redirect(PATHS[target] + key)) || key;
	return Array.isArray(value) ? value.map(present) : present(value);
}

function unknownField(name: string, kind: BrandKind, allowed: readonly string[]): FieldProblem {
	const field = name.slice(0, LONGEST_NAME);
	const own = Object.hasOwn(SECOND_NAMES, name) ? SECOND_NAMES[name]! : name;
	if (Object.hasOwn(COLUMNS[kind], own) && !allowed.includes(own)) {
		return { field, message: `Only editors can set ${own === name ? 'this field' : own}.` };
	}
	if (FROM_REVIEWS.includes(own)) return { field, message: `Nobody can set ${own}. It comes from the reviews.` };
	const meant = allowed.includes(own) ? own : nearWord(name, allowed);
	return { field, message: `There is no such field.${meant === undefined ? '' : ` Did you mean ${meant}?`}` };
}

const FROM_REVIEWS = ['rating', 'review_count'];
const LONGEST_NAME = 100;

function brokenReferences(
	kind: BrandKind,
	raw: ProposedFields,
	release: Pick<ReleaseData, 'resource'>,
): readonly Violation[] {
	const known = knownRecords({
		has: (of, key) => of !== 'reviews' && release.resource(`${PATHS[of]}${key}`) !== undefined,
		keysOf: () => [],
	});
	return known.brokenReferences(kind, raw);
}

/** Returns the problems that the record does not have without the new values. */
function causedBy(kind: BrandKind, problems: readonly Violation[], before: ProposedFields, now: string): Violation[] {
	const parsed = parseRecord(kind, before, now);
	const old = 'problems' in parsed ? parsed.problems.map(({ column, rule }) => `${column} ${rule}`) : [];
	return problems.filter(({ column, rule }) => !old.includes(`${column} ${rule}`));
}

function asFieldProblem(problem: Violation): FieldProblem {
	return { field: problem.path ?? problem.column, message: sentence(ruleSentence(problem)) };
}
