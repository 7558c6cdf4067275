import { compress, type Encoding, type Use } from '../http/compress.ts';

/** JSON text as it is sent, and its own headers. What answers need besides is made when one does, and kept for the next. */
export class Content {
	readonly body: Buffer;
	/** Changes exactly when the text does; absent for errors. */
	readonly tag: string | undefined;
	/** What it is compressed for. */
	readonly use: Use;
	readonly #encoding: Encoding | undefined;
	#headers: readonly string[] | undefined;
	#compressed: { readonly [encoding in Encoding]?: Content } | undefined;

	constructor(body: Buffer, use: Use, tag?: string, encoding?: Encoding) {
		this.body = body;
		this.tag = tag;
		this.use = use;
		this.#encoding = encoding;
	}

	/** Names and values in turn. */
	get headers(): readonly string[] {
		this.#headers ??= [
			...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(this.body.length)],
			...(this.#encoding === undefined ? [] : ['Content-Encoding', this.#encoding]),
			...(this.tag === undefined ? [] : ['ETag', entityTag(this.tag)]),
		];
		return this.#headers;
	}

	/** The same, compressed. */
	compressed(encoding: Encoding): Content {
		const known = this.#compressed?.[encoding];
		if (known !== undefined) return known;
		const made = new Content(compress(this.body, encoding, this.use), this.use, this.tag, encoding);
		this.#compressed = { ...this.#compressed, [encoding]: made };
		return made;
	}
}

/** The value of the header `ETag`; weak, since the same tag stands for every encoding of a text. */
export function entityTag(tag: string): string {
	return `W/"${tag}"`;
}
