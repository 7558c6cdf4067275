/** Finds out whether a snapshot differs from the published one in a way that a person should look at first. */
import type Database from 'better-sqlite3';
import { isChange, KINDS, type Kind } from '../../catalog/records.ts';
import { allKeys, compareSnapshots, type KeyChanges, type RecordChanges } from '../compare.ts';
import { countSampleOrganizations } from '../import/sample.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder, records } from '../read.ts';
import { READ_COLUMNS } from '../terms/given-terms.ts';
import { domainOf, FIGURES, LINKS, linkOf } from './diff.ts';
import { type RecordValues, valuesThatDiffer } from './read-changes.ts';

/** When differences are too many to publish them without a person's decision. */
export interface GuardThresholds {
	/** The highest share of the records of a kind that may be removed, in percent. */
	readonly removed: number;
	/** The highest share that may be added, in percent of the records before. */
	readonly added: number;
	/** The highest share of records in which one field may change, in percent. */
	readonly field: number;
	/** How many records may get links to one domain that no record linked to before. */
	readonly domain: number;
	/** How many commissions may rise or fall by more than a factor of two. */
	readonly commission: number;
}

export const GUARD: GuardThresholds = { removed: 5, added: 25, field: 10, domain: 2, commission: 2 };

/** Fewer records than this are never too many. */
const FEWEST = 5;
/** With fewer records of a kind than this, shares do not count, because a new directory grows and changes quickly. */
const SMALLEST = 20;

export interface GuardOptions {
	readonly thresholds: GuardThresholds;
	/** Whether every changed record is too much. */
	readonly holdsChanges: boolean;
	/** Whether another version of the application made the earlier snapshot. What it reads differently does not count. */
	readonly isUpgrade: boolean;
	/** The records that differ, if they are known. */
	readonly changes?: RecordChanges | undefined;
}

/**
 * Compares a snapshot with the published one. Returns a clause for each rule that it breaks. If the sample was published
 * and gives way to other records, that breaks no rule, because nobody keeps its invented records.
 *
 * @param before the published snapshot
 * @param after the new one. Both are copies: see `copySnapshot`
 */
export function guardFindings(before: string, after: string, options: GuardOptions): string[] {
	const changes = options.changes ?? compareSnapshots(after, before);
	if (KINDS.every((kind) => allKeys(changes[kind]).size === 0)) return [];
	return withSnapshot(before, (old) =>
		withSnapshot(after, (now) => {
			if (hasSample(old) && !hasSample(now)) return [];
			const guard = new Guard(old, options);
			for (const kind of KINDS) guard.compare(kind, changes[kind], recordFinder(now));
			return guard.findings();
		}),
	);
}

const hasSample = (db: Database.Database) => countSampleOrganizations({ find: recordFinder(db) }) > 0;

class Guard {
	readonly #old: Database.Database;
	readonly #options: GuardOptions;
	readonly #findings: string[] = [];
	readonly #changed: string[] = [];
	readonly #commissions: string[] = [];
	/** The records with new links to a domain, by domain. A program and its organization count once if they share a slug. */
	readonly #domains = new Map<string, Set<string>>();

	constructor(old: Database.Database, options: GuardOptions) {
		this.#old = old;
		this.#options = options;
	}

	compare(kind: Kind, { added, changed, removed }: KeyChanges, find: ReturnType<typeof recordFinder>): void {
		const findOld = recordFinder(this.#old);
		const fields = new Map<string, number>();
		for (const key of changed) {
			const differing = valuesThatDiffer(findOld(kind, key), find(kind, key));
			const names = Object.keys(differing.after ?? {}).filter((name) => this.#counts(name));
			if (names.length === 0) continue;
			this.#changed.push(key);
			for (const name of names) fields.set(name, (fields.get(name) ?? 0) + 1);
			const pick = (values: RecordValues | undefined) => Object.fromEntries(names.map((name) => [name, values![name]]));
			this.#look(key, pick(differing.before), pick(differing.after));
		}
		this.#share(kind, added.size, removed.size, fields);
	}

	findings(): string[] {
		const { thresholds, holdsChanges } = this.#options;
		const moved = [...this.#domains].filter(([, keys]) => keys.size > thresholds.domain);
		const known = moved.length === 0 ? new Set() : this.#knownDomains();
		const links = moved
			.filter(([domain]) => !known.has(domain))
			.map(([domain, keys]) => `the links of ${listed([...keys])} move to ${domain}, to which nothing linked before`);
		const commissions =
			this.#commissions.length > thresholds.commission
				? [`the commissions of ${listed(this.#commissions)} rise or fall by more than a factor of two`]
				: [];
		const changes =
			holdsChanges && this.#changed.length > 0 ? [`${listed(this.#changed)} change (--hold-changes)`] : [];
		return [...this.#findings, ...links, ...commissions, ...changes];
	}

	#counts(field: string): boolean {
		return isChange([field]) && !(this.#options.isUpgrade && (READ_COLUMNS as readonly string[]).includes(field));
	}

	/** Notes links and commissions that changed. */
	#look(key: string, before: RecordValues, after: RecordValues): void {
		for (const domain of domainsIn(after)) {
			this.#domains.set(domain, (this.#domains.get(domain) ?? new Set()).add(key));
		}
		const isMoved = FIGURES.some((field) => {
			const [old, now] = [Number(before[field] ?? 0), Number(after[field] ?? 0)];
			return old > 0 && now > 0 && Math.max(old / now, now / old) > 2;
		});
		if (isMoved) this.#commissions.push(key);
	}

	#share(kind: Kind, added: number, removed: number, fields: ReadonlyMap<string, number>): void {
		const { thresholds } = this.#options;
		const all = this.#old.prepare<[], number>(`SELECT count(*) FROM ${kind}`).pluck().get()!;
		const isTooMany = (some: number, percent: number) =>
			all >= SMALLEST && some >= FEWEST && some * 100 > all * percent;
		const of = (some: number) => `${format(some)} of ${format(all)} ${kind}`;
		if (isTooMany(removed, thresholds.removed)) {
			this.#findings.push(`${of(removed)} are removed (more than ${thresholds.removed}%)`);
		}
		if (isTooMany(added, thresholds.added)) {
			this.#findings.push(`${format(added)} ${kind} are added to ${format(all)} (more than ${thresholds.added}%)`);
		}
		for (const [field, some] of fields) {
			if (!isTooMany(some, thresholds.field)) continue;
			this.#findings.push(`${field} changes in ${of(some)} (more than ${thresholds.field}%)`);
		}
	}

	#knownDomains(): Set<string> {
		const links = (['organizations', 'programs'] as const).flatMap((kind) => [...records(this.#old, kind)]);
		return new Set(links.flatMap((record) => domainsIn(record as unknown as RecordValues)));
	}
}

function domainsIn(values: RecordValues): string[] {
	return LINKS.flatMap((field) => {
		const url = linkOf(values[field]);
		return url === undefined ? [] : [domainOf(url)];
	});
}

const MOST_NAMED = 5;

function listed(keys: readonly string[]): string {
	const more = keys.length - MOST_NAMED;
	return `${keys.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${format(more)} more` : ''}`;
}

const format = (value: number) => value.toLocaleString('en');
