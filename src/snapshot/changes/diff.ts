/** Finds the differences between two snapshots, as edits. */
import type Database from 'better-sqlite3';
import { KINDS, type Kind, type RecordOf } from '../../catalog/records.ts';
import { compareSnapshots, type RecordChanges } from '../compare.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder } from '../read.ts';
import { redirectFinder } from '../redirects.ts';
import { programsToFill } from '../terms/fill-terms.ts';
import { type Edit, type RecordValues, valuesThatDiffer } from './read-changes.ts';

/** A difference between two snapshots. */
export interface SnapshotDifference extends Omit<Edit, 'change'> {
	/** What is odd about it. Usually nothing. */
	readonly odd: readonly string[];
}

/**
 * Returns the records that differ between two copies of snapshots: odd differences first, then by kind and
 * key.
 */
export function diffSnapshots(before: string, after: string): SnapshotDifference[] {
	const changes = compareSnapshots(after, before);
	return withSnapshot(before, (old) =>
		withSnapshot(after, (now) => {
			return oddFirst(KINDS.flatMap((kind) => differences(old, now, kind, changes)));
		}),
	);
}

/** Puts odd differences before all others. */
export function oddFirst(found: readonly SnapshotDifference[]): SnapshotDifference[] {
	return [...found.filter(({ odd }) => odd.length > 0), ...found.filter(({ odd }) => odd.length === 0)];
}

function differences(
	old: Database.Database,
	now: Database.Database,
	kind: Kind,
	changes: RecordChanges,
): SnapshotDifference[] {
	const [findOld, findNow] = [recordFinder(old), recordFinder(now)];
	const { added, changed, removed } = changes[kind];
	const findRedirect = redirectFinder(now);
	/** The former slugs of renamed records, by their new ones. */
	const former = new Map<string, string>();
	for (const key of removed) {
		const renamed = findRedirect(kind, key);
		if (typeof renamed !== 'string' || !added.has(renamed)) continue;
		// Others may have been merged into it. The record that was renamed usually has the same name.
		const isSame = nameOf(findOld(kind, key)) === nameOf(findNow(kind, renamed));
		if (isSame || !former.has(renamed)) former.set(renamed, key);
	}
	return [...added, ...changed, ...removed.difference(new Set(former.values()))]
		.sort()
		.flatMap((key) => differenceOf(kind, key, findOld(kind, former.get(key) ?? key), findNow(kind, key)));
}

/** Returns the difference between two states of a record. An empty list if they are the same. */
export function differenceOf(
	kind: Kind,
	key: string,
	before: RecordOf<Kind> | undefined,
	after: RecordOf<Kind> | undefined,
): SnapshotDifference[] {
	const edit = { kind, key, ...valuesThatDiffer(before, after) };
	return edit.before === undefined && edit.after === undefined ? [] : [{ ...edit, odd: oddities(edit) }];
}

const nameOf = (record: RecordOf<Kind> | undefined) => record && 'name' in record && record.name;

export const LINKS = ['website_url', 'signup_url'] as const;
export const FIGURES = ['commission_rate', 'commission_amount'] as const;

/** A commission that rises or falls by this factor is odd. */
const ODD_FACTOR = 5;

/** Says what is odd about an edit: `website_url moves from acme.example to evil.example`. Usually nothing. */
export function oddities({ before, after }: Pick<Edit, 'before' | 'after'>): string[] {
	if (before === undefined || after === undefined) return [];
	return [
		...LINKS.flatMap((field) => oddLink(field, before, after)),
		...FIGURES.flatMap((field) => oddFigure(field, before, after)),
	];
}

function oddLink(field: string, before: RecordValues, after: RecordValues): string[] {
	const [old, now] = [linkOf(before[field]), linkOf(after[field])];
	if (old === undefined || now === undefined || old.href === now.href) return [];
	const [from, to] = [domainOf(old), domainOf(now)];
	if (from !== to) return [`${field} moves from ${from} to ${to}`];
	return old.search === now.search ? [] : [`${field} has another affiliate ID or query`];
}

function oddFigure(field: string, before: RecordValues, after: RecordValues): string[] {
	const [old, now] = [Number(before[field] ?? 0), Number(after[field] ?? 0)];
	if (old === 0 || now === 0) return [];
	const factor = Math.max(old / now, now / old);
	return factor < ODD_FACTOR ? [] : [`${field} ${now > old ? 'rises' : 'falls'} from ${old} to ${now}`];
}

export function linkOf(value: unknown): URL | undefined {
	return typeof value === 'string' ? (URL.parse(value) ?? undefined) : undefined;
}

/** The domain that a host belongs to, roughly: `acme.example` for `www.acme.example`. */
export function domainOf({ hostname }: URL): string {
	const labels = hostname.split('.');
	const isShortEnding = labels.length > 2 && labels.at(-1)!.length === 2 && labels.at(-2)!.length <= 3;
	return labels.slice(isShortEnding ? -3 : -2).join('.');
}

/**
 * Returns the differences that a build makes in its copy of a snapshot: the empty columns for terms that it fills by
 * reading the programs' words. Odd differences come first.
 */
export function termsToRead(db: Database.Database): SnapshotDifference[] {
	const found = [...programsToFill(db)].flatMap(({ program, filled }) =>
		differenceOf('programs', program.slug, program, filled),
	);
	return oddFirst(found);
}
