import type { Query } from '../search/program-index.ts';
import type { Content } from './content.ts';

/** What the API answers from: one release. Paths are relative to the base address. */
export interface Directory {
	/** The id of the data. */
	readonly snapshot: string;
	/** The prebuilt answer at a path. */
	resource(path: string): Content | undefined;
	/** The prebuilt list at a path. */
	list(path: string): ItemList | undefined;
	/** The programs that match, as list items. */
	search(query: Query): { readonly total: number; readonly items: Items };
}

export interface ItemList {
	readonly total: number;
	/** Items from `offset`, `limit` at most. */
	items(offset: number, limit: number): Items;
}

/** Some items of a list, not yet put together. */
export interface Items {
	readonly count: number;
	/** Of their JSON texts with commas between, in bytes. */
	readonly length: number;
	/** Writes those texts into `target` from `start` on. */
	copyTo(target: Buffer, start: number): void;
	/** Changes exactly when one of them does; ASCII. */
	readonly tag: string;
}

export const NO_ITEMS: Items = { count: 0, length: 0, copyTo() {}, tag: '' };
