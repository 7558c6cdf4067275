/** The items of `GET /programs`, ready as bytes, by a program's number in the index. */
import type { Sections } from '../search/sections.ts';
import { TAG_LENGTH, tagOf } from '../tag.ts';
import type { Body } from './body-store.ts';

export class ProgramItems {
	readonly #starts: Uint32Array;
	readonly #bytes: Buffer;
	readonly #tags: Buffer;

	/** Reads what `packItems` made. */
	constructor(sections: Sections) {
		this.#starts = sections['items.starts'] as Uint32Array;
		this.#bytes = asBuffer(sections['items.bytes'] as Uint8Array);
		this.#tags = asBuffer(sections['items.tags'] as Uint8Array);
	}

	item(program: number): Body {
		return {
			body: this.#bytes.subarray(this.#starts[program], this.#starts[program + 1]),
			tag: this.#tags.toString('latin1', program * TAG_LENGTH, (program + 1) * TAG_LENGTH),
		};
	}
}

/** The sections of the items of all programs, in the order of the index. */
export function packItems(items: Iterable<unknown>): Sections {
	const bodies = Array.from(items, (item) => Buffer.from(JSON.stringify(item)));
	const starts = new Uint32Array(bodies.length + 1);
	bodies.forEach((body, program) => {
		starts[program + 1] = starts[program]! + body.length;
	});
	return {
		'items.starts': starts,
		'items.bytes': Buffer.concat(bodies),
		'items.tags': Buffer.from(bodies.map(tagOf).join('')),
	};
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
