/** The files of a release's website. */
import { compress, isText, mediaType } from '../shared/http/content.ts';
import { tagOf } from '../shared/tag.ts';
import type { Entry } from './pack.ts';
import type { PackedEntry, PackStore } from './pack-store.ts';

/** Makes the stored form of a file. Text is compressed if that makes it smaller. */
export function storedFile(path: string, content: Buffer, fingerprint: string | null = null): Entry {
	const facts = { tag: tagOf(content), fingerprint, size: content.length };
	if (isText(mediaType(path))) {
		const body = compress(content, 'br', 'kept');
		if (body.length < content.length) return { ...facts, encoding: 'br', body };
	}
	return { ...facts, encoding: null, body: content };
}

/** A file of the website. Its bytes are read on demand. */
export type SiteFile = PackedEntry;

export class SiteStore {
	readonly #packs: PackStore;

	constructor(packs: PackStore) {
		this.#packs = packs;
	}

	get(path: string): SiteFile | undefined {
		return this.#packs.find(path);
	}

	/** Yields the path and the file for each file, sorted by path. */
	files(): Generator<readonly [path: string, file: SiteFile]> {
		return this.#packs.entries('');
	}
}
