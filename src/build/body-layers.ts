/**
 * Writes the packs that contain a release's API bodies. Either keeps the packs of the current release and adds a new
 * pack with the differences, or writes all bodies to a single new pack.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BodyPackWriter, ID_LENGTH, type StoredItem, type StoredResponse } from '../release/body-pack.ts';
import { BodyStore } from '../release/body-store.ts';
import { FILES } from '../release/layout.ts';
import { linkPacks } from '../release/link-packs.ts';
import type { Manifest } from '../release/manifest.ts';
import { mergeBodyPacks } from '../release/merge-body-packs.ts';
import { mergedPacks } from '../release/merged-packs.ts';
import { newPackName } from '../release/site-pack.ts';
import { packFile } from '../release/site-store.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { tagOf } from '../shared/tag.ts';
import { type ChangedRecords, NO_RECORDS, RecordCounts } from './record-counts.ts';

/** The current release. */
export interface Current {
	readonly folder: string;
	readonly manifest: Manifest;
}

export interface BuiltBodies {
	/** The part of the manifest that describes the bodies. */
	readonly manifest: Pick<Manifest, 'bodies' | 'counts'>;
	/** How the records differ from those of the current release. */
	readonly records: ChangedRecords;
}

/**
 * Starts writing a release's packs.
 *
 * @param release the folder in which the release is built
 * @param current the release to compare the bodies with, if there is one
 * @param keep whether to keep the current release's packs. If one of them is damaged, or is missing because that
 *   release is being removed, none is kept
 */
export function startBodies(release: string, current: Current | undefined, keep: boolean): BodyLayers {
	const folder = join(release, FILES.bodies);
	makeFolder(folder);
	if (current !== undefined) {
		const { bodies: packs, counts } = current.manifest;
		const from = join(current.folder, FILES.bodies);
		try {
			const before = new BodyStore(from, packs);
			if (!keep) return new BodyLayers(folder, before, counts, undefined);
			if (linkPacks(packs, from, folder)) return new BodyLayers(folder, before, counts, packs);
			before.close();
		} catch {
			// The packs are damaged, so all bodies count as new.
		}
	}
	return new BodyLayers(folder, new BodyStore(folder, []), NO_RECORDS, undefined);
}

export class BodyLayers {
	/** The folder that contains the new release's packs. */
	readonly #folder: string;
	readonly #before: BodyStore;
	readonly #kept: readonly string[] | undefined;
	readonly #records: RecordCounts;
	readonly #name = newPackName();
	readonly #writer: BodyPackWriter;
	#rows = 0;

	/** Use `startBodies` instead of this constructor. */
	constructor(
		folder: string,
		before: BodyStore,
		counts: Manifest['counts'],
		/** The packs of the current release that the new one keeps, newest first. */
		kept: readonly string[] | undefined,
	) {
		this.#folder = folder;
		this.#before = before;
		this.#kept = kept;
		this.#records = new RecordCounts(counts);
		this.#writer = new BodyPackWriter(this.#file(this.#name));
	}

	/** Whether the new release keeps the current release's bodies, except those that the build replaces or removes. */
	get keeps(): boolean {
		return this.#kept !== undefined;
	}

	/** Adds the response `{data: value}` at `path`. */
	addResponse(path: string, value: unknown): void {
		const body = Buffer.from(JSON.stringify({ data: value }));
		const tag = tagOf(body);
		const old = this.#find((before) => before.response(path));
		const isSame = old?.tag === tag;
		this.#count(path, old, isSame);
		if (this.#needs(isSame)) this.#writer.addResponse(path, { item: null, tag, body });
	}

	/** Adds an item that lists can contain. */
	addItem(id: number, value: object): void {
		const body = Buffer.from(JSON.stringify(value));
		this.#addItem(id, { tag: tagOf(body), body });
	}

	#addItem(id: number, item: StoredItem): void {
		const isSame = this.keeps && this.#before.item(id)?.tag === item.tag;
		if (this.#needs(isSame)) this.#writer.addItem(id, item);
	}

	/** Adds an item and the response at `path`. The response has the item's fields, followed by the fields of `more`. */
	addItemWithResponse(path: string, id: number, value: object, more: object): void {
		const item = Buffer.from(JSON.stringify(value));
		const tag = tagOf(item);
		const fields = JSON.stringify(more).slice(1, -1);
		const rest = Buffer.from(`${fields === '' ? '' : ','}${fields}}}`);
		const old = this.#find((before) => before.response(path));
		const isSameRest = old !== undefined && old.item !== null && old.body.equals(rest);
		const isSame = isSameRest && this.#find((before) => before.item(old.item!))?.tag === tag;
		this.#count(path, old, isSame);
		this.#addItem(id, { tag, body: item });
		// A pack with a new item must also contain the item's response, so that the paths in a pack include every
		// response that differs.
		if (this.#needs(isSame && old?.item === id)) this.#writer.addResponse(path, { item: id, tag: null, body: rest });
	}

	/** Adds the list at `path` with these items, in order. */
	addList(path: string, items: readonly number[]): void {
		const body = Buffer.alloc(items.length * ID_LENGTH);
		items.forEach((id, position) => {
			body.writeUInt32LE(id, position * ID_LENGTH);
		});
		const isSame = this.keeps && this.#before.idsOf(path)?.equals(body) === true;
		if (this.#needs(isSame)) this.#writer.addList(path, body);
	}

	/** Returns the item IDs of the current release's list at `path`. If there is no such list, the array is empty. */
	listBefore(path: string): number[] {
		const ids = this.#before.idsOf(path) ?? Buffer.alloc(0);
		const items: number[] = [];
		for (let start = 0; start < ids.length; start += ID_LENGTH) items.push(ids.readUInt32LE(start));
		return items;
	}

	/** Removes the response that the current release has at `path`. */
	removeResponse(path: string): void {
		this.#records.remove(path);
		this.#rows++;
		this.#writer.removeResponse(path);
	}

	/** Removes an item of the current release. */
	removeItem(id: number): void {
		this.#rows++;
		this.#writer.removeItem(id);
	}

	/** Removes the list that the current release has at `path`. */
	removeList(path: string): void {
		this.#rows++;
		this.#writer.removeList(path);
	}

	/**
	 * Reads from the current release. If its packs are kept, a damaged body fails the build. Otherwise, a damaged body
	 * counts as missing.
	 */
	#find<T>(read: (before: BodyStore) => T | undefined): T | undefined {
		if (this.keeps) return read(this.#before);
		try {
			return read(this.#before);
		} catch {
			return undefined;
		}
	}

	#count(path: string, old: StoredResponse | undefined, isSame: boolean): void {
		this.#records.add(path, old === undefined ? 'added' : isSame ? 'none' : 'changed');
	}

	/** Whether the new pack needs a row for a body. If so, counts the row. */
	#needs(isSame: boolean): boolean {
		if (this.keeps && isSame) return false;
		this.#rows++;
		return true;
	}

	/** Completes the packs. */
	finish(): BuiltBodies {
		this.#writer.finish();
		this.#before.close();
		const { counts, records } = this.keeps ? this.#records.ofDifferences() : this.#records.ofAll();
		return { manifest: { bodies: this.#merge(), counts }, records };
	}

	/**
	 * Merges the new pack with older packs that are not much larger. Returns the packs of the release, newest first.
	 */
	#merge(): string[] {
		const kept = this.#kept ?? [];
		const sizes = kept.map((name) => statSync(this.#file(name)).size);
		const count = this.#rows === 0 ? 0 : mergedPacks(statSync(this.#file(this.#name)).size, sizes);
		const merged = [this.#name, ...kept.slice(0, count)];
		const rest = kept.slice(count);
		if (count === 0) {
			if (this.#rows > 0 || kept.length === 0) return [this.#name, ...kept];
			rmSync(this.#file(this.#name));
			return [...kept];
		}
		const name = newPackName();
		const files = merged.map((pack) => this.#file(pack));
		mergeBodyPacks(this.#file(name), files, rest.length === 0);
		for (const file of files) rmSync(file);
		return [name, ...rest];
	}

	#file(name: string): string {
		return packFile(this.#folder, name);
	}
}
