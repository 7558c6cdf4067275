/** The edits that users make to single records. They follow the rules of an import. */

import type Database from 'better-sqlite3';
import { SINGULAR } from '../../catalog/change.ts';
import type { Program } from '../../catalog/program.ts';
import {
	COLUMNS,
	isChange,
	isSameValue,
	KEY,
	type Kind,
	parseRecord,
	type RecordOf,
	type Violation,
} from '../../catalog/records.ts';
import { recordCount } from '../../commands/figures.ts';
import { printWarning, problemSentence } from '../../commands/problems.ts';
import { nearWord } from '../../shared/near-words.ts';
import { UserError } from '../../shared/user-error.ts';
import { knownRecords } from '../../snapshot/import/references.ts';
import type { RawRecord } from '../../snapshot/import/source.ts';
import { readText } from '../../snapshot/import/table/read-cell.ts';
import { existenceChecker, recordFinder, recordKeys, records } from '../../snapshot/read.ts';
import { redirectFinder } from '../../snapshot/redirects.ts';
import { type RecordKey, removals, usersOf } from '../../snapshot/removals.ts';
import { contradictoryTerms } from '../../snapshot/terms/contradictory-terms.ts';
import { filledTerms } from '../../snapshot/terms/fill-terms.ts';
import { changesTerms, withGiven } from '../../snapshot/terms/given-terms.ts';
import type { OpenChange } from '../../snapshot/write.ts';

export type SlugKind = Exclude<Kind, 'reviews'>;

/**
 * Reads assignments such as `cookie_days=30`. An empty value empties the field.
 *
 * @throws UserError when an assignment has an unknown field, or a value that cannot be read
 */
export function readAssignments(kind: Kind, assignments: readonly string[]): RawRecord {
	const fields = Object.keys(COLUMNS[kind]);
	const texts = assignments.map((assignment): readonly [string, string] => {
		const [field, ...rest] = assignment.split('=') as [string, ...string[]];
		if (rest.length === 0) throw new UserError(`${assignment} must be FIELD=VALUE, such as name=Acme.`);
		const column = COLUMNS[kind][field];
		if (column === undefined) {
			const meant = nearWord(field, fields);
			const advice = meant === undefined ? `Fields: ${fields.join(', ')}.` : `Did you mean ${meant}?`;
			throw new UserError(`${kind} have no field ${field}. ${advice}`);
		}
		return [field, rest.join('=')];
	});
	return readTexts(kind, texts);
}

/**
 * Reads the texts of fields. An empty text empties the field.
 *
 * @throws Refused when a text cannot be read
 */
export function readTexts(kind: Kind, texts: readonly (readonly [field: string, text: string])[]): RawRecord {
	const raw: { [field: string]: unknown } = {};
	const problems: Violation[] = [];
	for (const [field, text] of texts) {
		const cell = readText(COLUMNS[kind][field]!, text);
		if ('rule' in cell) problems.push({ column: field, value: text, ...cell });
		else raw[field] = cell.value;
	}
	if (problems.length > 0) throw new Refused(problems, kind);
	return raw;
}

/** The error for a record that breaks rules. */
export class Refused extends UserError {
	readonly problems: readonly Violation[];

	constructor(problems: readonly Violation[], kind: Kind) {
		const lines = problems.map((problem) => problemSentence(problem, SINGULAR[kind], 'field'));
		super(`${lines.join('\n')}\nNothing was changed.`);
		this.problems = problems;
	}
}

/** @throws UserError when there is no such record. It names the one that had this slug before, or a similar one */
export function needRecord<K extends Kind>(db: Database.Database, kind: K, key: string): RecordOf<K> {
	const found = recordFinder(db)(kind, key);
	if (found !== undefined) return found;
	const meant = redirectFinder(db)(kind, key) ?? nearWord(key, recordKeys(db, kind));
	throw new UserError(`There is no ${SINGULAR[kind]} ${key}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
}

/** Returns the slug that a record has now, if it was renamed. */
export function presentKey(db: Database.Database, kind: Kind, key: string): string {
	return recordFinder(db)(kind, key) === undefined ? (redirectFinder(db)(kind, key) ?? key) : key;
}

/** Sets fields of a record. @param warn called if the record then contradicts itself @returns the record as it is then */
export function setFields<K extends Kind>(
	change: OpenChange,
	kind: K,
	key: string,
	raw: RawRecord,
	warn: (message: string) => void = printWarning,
): RecordOf<K> {
	const { db, now } = change;
	const before = needRecord(db, kind, key);
	if (KEY[kind] in raw && raw[KEY[kind]] !== key) {
		throw new UserError(`To change ${KEY[kind]}, use rename: npm run ${kind} -- rename ${key} ${raw[KEY[kind]]}`);
	}
	const isUpdate = 'updated_at' in before && !('updated_at' in raw) && isChange(Object.keys(raw));
	const updated = isUpdate ? { updated_at: now } : {};
	const valid = validRecord(db, kind, { ...before, ...checkedNow(kind, before, raw, now), ...raw, ...updated }, now);
	const record = withReadTerms(kind, valid, Object.keys(raw));
	warnOfContradiction(kind, record, warn);
	change.upsert(kind, record);
	return record;
}

export function addRecord({ db, now, upsert }: OpenChange, kind: Kind, raw: RawRecord): void {
	const key = raw[KEY[kind]];
	if (typeof key === 'string' && recordFinder(db)(kind, key) !== undefined) {
		throw new UserError(
			`There already is a ${SINGULAR[kind]} ${key}. To change it: npm run ${kind} -- set ${key} FIELD=VALUE`,
		);
	}
	upsert(kind, withReadTerms(kind, validRecord(db, kind, raw, now), Object.keys(raw)));
}

export function renameRecord(change: OpenChange, kind: SlugKind, slug: string, renamed: string): void {
	const { db, now } = change;
	const before = needRecord(db, kind, slug);
	if (recordFinder(db)(kind, renamed) !== undefined) {
		throw new UserError(
			`There already is a ${SINGULAR[kind]} ${renamed}. To join the two: npm run ${kind} -- merge ${slug} ${renamed}`,
		);
	}
	const updated = 'updated_at' in before ? { updated_at: now } : {};
	const record = validRecord(db, kind, { ...before, slug: renamed, ...updated }, now);
	change.rename(kind, slug, renamed);
	change.upsert(kind, record);
}

/**
 * Joins a record with another one, which takes over what refers to the first: the reviews of a program, the
 * programs of an organization or a category. A program also takes over the name of the first, as an alias.
 */
export function mergeRecords(change: OpenChange, kind: SlugKind, slug: string, into: string): void {
	const { db, now } = change;
	const merged = needRecord(db, kind, slug);
	const target = needRecord(db, kind, into);
	if (slug === into) throw new UserError(`${slug} cannot be merged into itself.`);
	const find = recordFinder(db);
	for (const user of usersOf(db, kind, slug)) {
		const record = find(user.kind, user.key)!;
		const moved = { ...record, ...pointedAt(kind, record, slug, into), updated_at: now } as RecordOf<Kind>;
		change.upsert(user.kind, moved);
	}
	if (kind === 'programs') {
		const names = [...((target as Program).aliases ?? []), merged.name].filter((name) => name !== target.name);
		const aliases = names.length === 0 ? null : [...new Set(names)];
		change.upsert('programs', { ...(target as Program), aliases, updated_at: now });
	}
	change.remove(kind, slug, into);
}

function pointedAt(kind: SlugKind, record: RecordOf<Kind>, slug: string, into: string): object {
	if (kind === 'programs') return { program: into };
	if (kind === 'organizations') return { organization: into };
	const { categories } = record as Program;
	return { categories: [...new Set(categories.map((category) => (category === slug ? into : category)))] };
}

/** Removes records. The reviews of a program are removed with it. */
export function removeRecords({ db, remove }: OpenChange, kind: Kind, keys: readonly string[]): void {
	for (const key of keys) needRecord(db, kind, key);
	for (const one of removedWith(db, kind, keys)) remove(one.kind, one.key);
}

/**
 * Returns records with those that must be removed with them, in an order in which no record refers to a removed one.
 *
 * @throws UserError when another record needs one of them
 */
export function removedWith(db: Database.Database, kind: Kind, keys: readonly string[]): RecordKey[] {
	const removed = removals(
		db,
		keys.map((key) => ({ kind, key })),
	);
	for (const key of keys) {
		if (removed.some((one) => one.kind === kind && one.key === key)) continue;
		const users = usersOf(db, kind, key);
		throw new UserError(
			`${SINGULAR[kind]} ${key} is used by ${recordCount(users[0]!.kind, users.length)}, such as ${users[0]!.key}. Change or remove them first, or merge: npm run ${kind} -- merge ${key} OTHER`,
		);
	}
	return removed;
}

/** Returns the records of a kind whose fields have these values. */
export function* matchingRecords(db: Database.Database, kind: Kind, where: RawRecord): Generator<RecordOf<Kind>> {
	for (const record of records(db, kind)) if (isMatch(record, where)) yield record;
}

/** Whether the fields of a record have these values. */
export function isMatch(record: RecordOf<Kind>, where: RawRecord): boolean {
	return Object.entries(where).every(([field, value]) => {
		const own: unknown = record[field as never];
		return Array.isArray(own) && Array.isArray(value)
			? value.every((one) => own.includes(one))
			: isSameValue(own, value ?? null);
	});
}

/** An editor who changes the terms of a program has checked them. */
function checkedNow(kind: Kind, before: RecordOf<Kind>, raw: RawRecord, now: string): object {
	return kind === 'programs' && changesTerms(before as Program, raw) ? { checked_at: now } : {};
}

/** Notes who has given fields of a program's terms, and reads the rest again. */
export function withReadTerms<K extends Kind>(
	kind: K,
	record: RecordOf<K>,
	fields: readonly string[],
	by: 'editor' | 'source' = 'editor',
): RecordOf<K> {
	if (kind !== 'programs') return record;
	return filledTerms(withGiven(record as Program, fields, by)) as RecordOf<K>;
}

/** Warns if the terms of a program contradict each other. */
function warnOfContradiction(kind: Kind, record: RecordOf<Kind>, warn: (message: string) => void): void {
	if (kind !== 'programs') return;
	const program = record as Program;
	const contradiction = contradictoryTerms(program);
	if (contradiction !== undefined) warn(problemSentence(contradiction, `programs ${program.slug}`, 'field'));
}

/** @throws Refused when the record breaks rules */
export function validRecord<K extends Kind>(db: Database.Database, kind: K, raw: object, now: string): RecordOf<K> {
	const parsed = parseRecord(kind, raw as RawRecord, now);
	if ('problems' in parsed) throw new Refused(parsed.problems, kind);
	const { record } = parsed as { readonly record: RecordOf<K> };
	const known = knownRecords({ has: existenceChecker(db), keysOf: (of) => recordKeys(db, of) });
	const broken = known.brokenReferences(kind, record as never);
	if (broken.length > 0) throw new Refused(broken, kind);
	return record;
}
