/** Puts the content of an earlier snapshot back, as one change. */
import type Database from 'better-sqlite3';
import { KINDS, type Kind } from '../../catalog/records.ts';
import { compareSnapshots, written } from '../compare.ts';
import { withSnapshot } from '../open.ts';
import { recordFinder } from '../read.ts';
import { readRedirects } from '../redirects.ts';
import { type RecordKey, targetsOf } from '../removals.ts';
import type { OpenChange } from '../write.ts';
import { erasedRecords } from './change-log.ts';
import { valuesThatDiffer } from './read-changes.ts';

/** A record that stays as it is now. */
interface NotRestored extends RecordKey {
	/** Why, as the end of a sentence that starts with the record. */
	readonly because: string;
}

/**
 * Makes the records and redirects of a snapshot those of an earlier one. Records whose values were erased since then stay
 * as they are.
 *
 * @param present a copy of the snapshot: see `copySnapshot`
 * @param earlier a copy of the earlier snapshot
 * @returns the records that stay as they are
 */
export function restoreContent(change: OpenChange, present: string, earlier: string): NotRestored[] {
	const changes = compareSnapshots(earlier, present);
	return withSnapshot(present, (now) =>
		withSnapshot(earlier, (then) => {
			const restore = new Restore(change, now, then);
			for (const kind of KINDS) restore.restore(kind, written(changes[kind]));
			for (const kind of KINDS.toReversed()) restore.remove(kind, changes[kind].removed);
			for (const kind of KINDS) restore.restoreRedirects(kind);
			return restore.notRestored;
		}),
	);
}

const nameOf = ({ kind, key }: RecordKey) => `${kind} ${key}`;

class Restore {
	readonly notRestored: NotRestored[] = [];
	readonly #change: OpenChange;
	readonly #removed: RecordKey[] = [];
	readonly #now: Database.Database;
	readonly #then: Database.Database;
	readonly #findNow: ReturnType<typeof recordFinder>;
	readonly #findThen: ReturnType<typeof recordFinder>;
	/** The records that stay as they are, by name. */
	readonly #fixed: Set<string>;
	/** The records to which such records refer, so that they cannot be removed. */
	readonly #used = new Set<string>();

	constructor(change: OpenChange, now: Database.Database, then: Database.Database) {
		[this.#change, this.#now, this.#then] = [change, now, then];
		const erased = erasedRecords(change.db);
		[this.#findNow, this.#findThen] = [recordFinder(now), recordFinder(then)];
		this.#fixed = new Set(erased.map(nameOf));
		for (const one of erased) this.#use(one);
	}

	restore(kind: Kind, keys: ReadonlySet<string>): void {
		for (const key of [...keys].sort()) {
			const [now, then] = [this.#findNow(kind, key), this.#findThen(kind, key)!];
			const { after } = valuesThatDiffer(now, then);
			if (after === undefined) continue;
			const missing = targetsOf(kind, then).find((target) => !this.#exists(target));
			if (this.#fixed.has(nameOf({ kind, key }))) this.#keep({ kind, key }, 'its values were erased');
			else if (missing === undefined) this.#change.upsert(kind, then);
			else this.#keep({ kind, key }, `${nameOf(missing)} was erased`);
		}
	}

	remove(kind: Kind, keys: ReadonlySet<string>): void {
		for (const key of [...keys].sort()) {
			const name = nameOf({ kind, key });
			if (this.#fixed.has(name)) continue;
			if (this.#used.has(name)) this.notRestored.push({ kind, key, because: 'a record that stays refers to it' });
			else {
				this.#change.remove(kind, key);
				this.#removed.push({ kind, key });
			}
		}
	}

	restoreRedirects(kind: Kind): void {
		const [now, then] = [readRedirects(this.#now, kind), readRedirects(this.#then, kind)];
		const gone = new Set(this.#removed.filter((one) => one.kind === kind).map(({ key }) => key));
		const fixed = (slug: string) => this.#fixed.has(nameOf({ kind, key: slug }));
		/** Where a slug leads in the end. Redirects of erased records stay. */
		const targetOf = (slug: string) => (fixed(slug) ? now : then).get(slug);
		const endsWell = (target: string | null | undefined): boolean =>
			typeof target !== 'string' ||
			this.#exists({ kind, key: target }) ||
			(targetOf(target) !== undefined && endsWell(targetOf(target)?.target));
		for (const slug of new Set([...now.keys(), ...then.keys(), ...gone])) {
			if (fixed(slug) || this.#exists({ kind, key: slug })) continue;
			const redirect = endsWell(then.get(slug)?.target) ? then.get(slug) : undefined;
			if (redirect?.target !== now.get(slug)?.target || gone.has(slug)) {
				this.#change.redirect(kind, slug, redirect);
			}
		}
	}

	/** Keeps a record as it is, and what it refers to. */
	#keep(one: RecordKey, because: string): void {
		this.notRestored.push({ ...one, because });
		this.#fixed.add(nameOf(one));
		this.#use(one);
	}

	#use({ kind, key }: RecordKey): void {
		const record = this.#findNow(kind, key);
		for (const target of record === undefined ? [] : targetsOf(kind, record)) {
			if (this.#used.has(nameOf(target))) continue;
			this.#used.add(nameOf(target));
			this.#use(target);
		}
	}

	#exists({ kind, key }: RecordKey): boolean {
		const name = nameOf({ kind, key });
		if (this.#fixed.has(name)) return this.#findNow(kind, key) !== undefined;
		return this.#findThen(kind, key) !== undefined || (this.#used.has(name) && this.#findNow(kind, key) !== undefined);
	}
}
