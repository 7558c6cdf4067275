/** Writes the API's bodies of a release. Keeps the bodies of the current release that have not changed. */
import {
	authorKey,
	listKey,
	numbersIn,
	redirectKey,
	responseKey,
	storedBody,
	storedNumbers,
	storedRest,
} from '../release/body-store.ts';
import type { Manifest } from '../release/manifest.ts';
import { type Entry, PREFIXES } from '../release/pack.ts';
import type { Current } from './current-packs.ts';
import { Layers } from './layers.ts';
import { type ChangedRecords, RecordCounts } from './record-counts.ts';

export interface BuiltBodies {
	/** The names of the new packs. */
	readonly packs: readonly string[];
	readonly counts: Manifest['counts'];
	/** How the records differ from those of the current release. */
	readonly records: ChangedRecords;
}

export class BodyLayers {
	readonly #layers: Layers;
	readonly #records: RecordCounts;

	/** See `Layers`. */
	constructor(release: string, current: Current, isPartial: boolean) {
		this.#layers = new Layers(release, current, isPartial);
		this.#records = new RecordCounts(current.counts);
	}

	/** See `Layers.isPartial`. */
	get isPartial(): boolean {
		return this.#layers.isPartial;
	}

	/** Adds the response `{data: value}` at `path`. */
	addResponse(path: string, value: unknown): void {
		this.#addResponse(path, storedJson({ data: value }));
	}

	#addResponse(path: string, response: Entry): void {
		const old = this.#layers.add(responseKey(path), response);
		this.#records.add(path, old === undefined ? 'added' : old.tag === response.tag ? 'none' : 'changed');
	}

	addItem(id: number, value: object): void {
		this.#layers.add(id, storedJson(value));
	}

	/** Adds an item and the response at `path`. The response has the item's fields, followed by the fields of `more`. */
	addItemWithResponse(path: string, id: number, value: object, more: object): void {
		const item = storedJson(value);
		this.#layers.add(id, item);
		const fields = JSON.stringify(more).slice(1, -1);
		// The tag of the response depends on the item, so a pack with a new item also contains its response. The paths in
		// a pack therefore include every response that differs.
		this.#addResponse(path, storedRest(id, item, Buffer.from(`${fields === '' ? '' : ','}${fields}}}`)));
	}

	addList(path: string, items: readonly number[]): void {
		this.#layers.add(listKey(path), storedBody(storedNumbers(items)));
	}

	/**
	 * Adds a redirect.
	 *
	 * @param path the former path of a record, such as `/programs/acme`
	 * @param target the slug or ID of the record that replaces it, or null if it is gone
	 */
	addRedirect(path: string, target: string | null): void {
		this.#layers.add(redirectKey(path), storedJson(target));
	}

	/** Adds an author of reviews. @param key the `nameKey` of a name */
	addAuthor(key: string): void {
		this.#layers.add(authorKey(key), storedJson(true));
	}

	/** Returns the item IDs of the current release's list at `path`. If there is no such list, the array is empty. */
	listBefore(path: string): number[] {
		const list = this.#layers.find(listKey(path));
		return list === undefined ? [] : numbersIn(list.readBody());
	}

	removeResponse(path: string): void {
		this.#records.remove(path);
		this.#layers.remove(responseKey(path));
	}

	removeItem(id: number): void {
		this.#layers.remove(id);
	}

	removeList(path: string): void {
		this.#layers.remove(listKey(path));
	}

	removeRedirect(path: string): void {
		this.#layers.remove(redirectKey(path));
	}

	removeAuthor(key: string): void {
		this.#layers.remove(authorKey(key));
	}

	/** Completes the pack. If the build is not partial, removes all bodies that it has not added. */
	finish(): BuiltBodies {
		const { responses, lists, redirects, authors } = PREFIXES;
		for (const [key] of this.#layers.others(responses)) this.removeResponse(key.slice(responses.length));
		for (const [key] of this.#layers.others(lists)) this.removeList(key.slice(lists.length));
		for (const [key] of this.#layers.others(redirects)) this.removeRedirect(key.slice(redirects.length));
		for (const [key] of this.#layers.others(authors)) this.removeAuthor(key.slice(authors.length));
		for (const number of this.#layers.otherNumbers()) this.removeItem(number);
		return { packs: this.#layers.finish(), ...this.#records.result() };
	}
}

function storedJson(value: unknown): Entry {
	return storedBody(Buffer.from(JSON.stringify(value)));
}
