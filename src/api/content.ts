import { compress, type Encoding, type Use } from '../shared/http/content.ts';

/**
 * JSON text to send, with its headers. The headers and the compressed forms are created when they are first needed, and
 * then reused.
 */
export class Content {
	readonly body: Buffer;
	/** A tag that changes if and only if the text changes. Undefined for errors. */
	readonly tag: string | undefined;
	/** Whether the content is sent once or often. This decides how the content is compressed. */
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

	/** The names and values of the headers, alternating. */
	get headers(): readonly string[] {
		// biome-ignore format: a name and its value on each line
		this.#headers ??= [
			'Content-Type', 'application/json; charset=utf-8',
			'Content-Length', String(this.body.length),
			...(this.#encoding === undefined ? [] : ['Content-Encoding', this.#encoding]),
			...(this.tag === undefined ? [] : ['ETag', entityTag(this.tag)]),
		];
		return this.#headers;
	}

	compressed(encoding: Encoding): Content {
		const known = this.#compressed?.[encoding];
		if (known !== undefined) return known;
		const made = new Content(compress(this.body, encoding, this.use), this.use, this.tag, encoding);
		this.#compressed = { ...this.#compressed, [encoding]: made };
		return made;
	}
}

/** The value of the `ETag` header. It is weak, because all encodings of the content share one tag. */
export function entityTag(tag: string): string {
	return `W/"${tag}"`;
}
