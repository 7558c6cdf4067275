/**
 * Writes a new pack of a release, which also has packs of the current release. The new pack contains only the entries
 * that differ, and marks those that the release no longer has.
 */
import { rmSync } from 'node:fs';
import type { Manifest } from '../release/manifest.ts';
import { type Entry, newPackName, PackWriter, packFile } from '../release/pack.ts';
import { type OpenPack, type PackedEntry, PackStore, packFiles } from '../release/pack-store.ts';

/** What a build keeps of the current release. */
export interface Current extends Pick<Manifest, 'site'> {
	readonly packs: readonly string[];
}

export class Layers implements Disposable {
	/**
	 * Whether the entries of the current release stay in the new one unless the build replaces or removes them. If not,
	 * the build must add or keep each entry, and removes the others at the end.
	 */
	readonly isPartial: boolean;
	readonly #keepsPacks: boolean;
	readonly #before: PackStore;
	readonly #file: string;
	readonly #name = newPackName();
	readonly #writer: PackWriter;
	#rows = 0;
	/** The rows of the current release's packs that have been kept or replaced, if the build is not partial. */
	readonly #seen = new Map<OpenPack, Set<number>>();

	/**
	 * @param release the folder in which the release is built
	 * @param isPartial see `isPartial`. Without packs of the current release, no build is partial
	 */
	constructor(release: string, current: Current, isPartial: boolean) {
		this.#keepsPacks = current.packs.length > 0;
		this.isPartial = isPartial && this.#keepsPacks;
		this.#before = new PackStore(packFiles(release, current));
		this.#file = packFile(release, this.#name);
		this.#writer = new PackWriter(this.#file);
	}

	find(path: string): PackedEntry | undefined {
		return this.#before.find(path);
	}

	/** Adds an entry, unless the current release has the same one. Returns the current release's entry. */
	add(path: string, entry: Entry): PackedEntry | undefined {
		const old = this.find(path);
		if (old !== undefined) this.keep(old);
		const isSame = old?.tag === entry.tag && old.fingerprint === entry.fingerprint && old.encoding === entry.encoding;
		if (isSame && this.#keepsPacks) return old;
		this.#rows++;
		this.#writer.add(path, entry);
		return old;
	}

	keep({ pack, row }: PackedEntry): void {
		if (this.isPartial) return;
		const seen = this.#seen.get(pack) ?? new Set<number>();
		seen.add(row.number);
		this.#seen.set(pack, seen);
	}

	/** Removes an entry, if the current release has it. */
	remove(path: string): void {
		// A mark for any other entry would tell the name of a record that was never published.
		if (!this.#keepsPacks || this.find(path) === undefined) return;
		this.#rows++;
		this.#writer.remove(path);
	}

	/**
	 * Yields the entries of the current release that the build has not yet kept or replaced, unless it is partial.
	 *
	 * @param prefix the start of the paths of these entries
	 */
	*others(prefix: string): Generator<readonly [path: string, entry: PackedEntry]> {
		if (!this.isPartial) yield* this.#before.entries(prefix).filter(([, entry]) => !this.#isSeen(entry));
	}

	#isSeen({ pack, row }: PackedEntry): boolean {
		return this.#seen.get(pack)?.has(row.number) === true;
	}

	/** Completes the pack. Returns its name in an array, which is empty if the pack would have no rows. */
	finish(): string[] {
		this.#writer.finish();
		this.#before.close();
		if (this.#rows > 0 || !this.#keepsPacks) return [this.#name];
		rmSync(this.#file);
		return [];
	}

	/** Closes all packs. The new pack can be used only if `finish` has completed it. */
	[Symbol.dispose](): void {
		this.#writer.close();
		this.#before.close();
	}
}
