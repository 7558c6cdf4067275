/** Stores the item of each program in `GET /programs` as bytes, by the program's number in the index. */
import type { Items } from '../api/release-data.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { programItem } from '../catalog/resources.ts';
import type { Sections } from '../search/sections.ts';
import { tagOf } from '../shared/http/content.ts';
import type { Entry } from './pack.ts';

const COMMA = ','.charCodeAt(0);
/** The length of a tag, in 32-bit numbers. */
const TAG_WORDS = 4;
const WORD_LENGTH = 4;
/**
 * The length of an item's head, in 32-bit numbers. The head is the position of the item's bytes, followed by the item's
 * tag. They are side by side because each response needs both.
 */
const HEAD_WORDS = 1 + TAG_WORDS;

export class ProgramItems {
	/** The heads of all items, followed by the position where the last item ends. */
	readonly #heads: Uint32Array;
	readonly #bytes: Buffer;
	/** A buffer into which `join` writes the items' tags, one after the other. Each call reuses the buffer. */
	#tags = new Uint32Array(0);

	/** Reads the sections that `packItems` has made. */
	constructor(sections: Sections) {
		this.#heads = sections['items.heads'] as Uint32Array;
		const bytes = sections['items.bytes'] as Uint8Array;
		this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	/** Returns the items of the given programs as bytes, in the given order. */
	join(programs: readonly number[]): Items {
		const words = programs.length * TAG_WORDS;
		if (words > this.#tags.length) this.#tags = new Uint32Array(words);
		let length = Math.max(0, programs.length - 1);
		for (let i = 0; i < programs.length; i++) {
			const head = programs[i]! * HEAD_WORDS;
			length += this.#heads[head + HEAD_WORDS]! - this.#heads[head]!;
			for (let word = 0; word < TAG_WORDS; word++) this.#tags[i * TAG_WORDS + word] = this.#heads[head + 1 + word]!;
		}
		return {
			count: programs.length,
			length,
			tag: Buffer.from(this.#tags.buffer).toString('latin1', 0, words * WORD_LENGTH),
			copyTo: (target, start) => this.#copyTo(programs, target, start),
		};
	}

	#copyTo(programs: readonly number[], target: Buffer, start: number): void {
		let end = start;
		for (const program of programs) {
			if (end > start) target[end++] = COMMA;
			end += this.#bytes.copy(target, end, this.#startOf(program), this.#startOf(program + 1));
		}
	}

	#startOf(program: number): number {
		return this.#heads[program * HEAD_WORDS]!;
	}
}

/** Makes the sections that `ProgramItems` reads. @param programs all programs, in the order of their numbers */
export function packItems(programs: readonly PublishedProgram[]): Sections {
	const heads = new Uint32Array(programs.length * HEAD_WORDS + 1);
	let end = 0;
	const bodies = programs.map((program, number) => {
		const body = Buffer.from(JSON.stringify(programItem(program)));
		const tag = Buffer.from(tagOf(body));
		const head = number * HEAD_WORDS;
		heads[head] = end;
		for (let word = 0; word < TAG_WORDS; word++) heads[head + 1 + word] = tag.readUInt32LE(word * WORD_LENGTH);
		end += body.length;
		return body;
	});
	heads[programs.length * HEAD_WORDS] = end;
	return { 'items.heads': heads, 'items.bytes': Buffer.concat(bodies) };
}

/** Joins items with commas, for a response. */
export function joinItems(items: readonly Pick<Entry, 'tag' | 'body'>[]): Items {
	return {
		count: items.length,
		length: items.reduce((sum, { body }) => sum + body.length, Math.max(0, items.length - 1)),
		tag: items.map(({ tag }) => tag).join(''),
		copyTo(target, start) {
			let end = start;
			for (const { body } of items) {
				if (end > start) target[end++] = COMMA;
				end += body.copy(target, end);
			}
		},
	};
}
