/**
 * Stores JSON for each program as bytes, by the program's number in the index. The JSON is either the program's item in
 * `GET /programs` or its provenance fields.
 */
import type { Items } from '../api/directory.ts';
import type { PublishedProgram } from '../catalog/published.ts';
import { type ChangedPrograms, GONE } from '../search/changed-programs.ts';
import type { Sections } from '../search/sections.ts';
import { tagOf } from '../shared/tag.ts';

const COMMA = ','.charCodeAt(0);
/** The length of a tag, in 32-bit numbers. */
const TAG_WORDS = 4;
const WORD_LENGTH = 4;
/**
 * The length of an item's head, in 32-bit numbers. The head is the position of the item's bytes, followed by the item's
 * tag. They are side by side because each response needs both.
 */
const HEAD_WORDS = 1 + TAG_WORDS;

/** @template T the type of an item */
export class ProgramItems<T> {
	/** The heads of all items, followed by the position where the last item ends. */
	readonly #heads: Uint32Array;
	readonly #bytes: Buffer;
	/** A buffer into which `join` writes the items' tags, one after the other. Each call reuses the buffer. */
	#tags = new Uint32Array(0);

	/** Reads the sections that `updateItems` has made with this name. */
	constructor(sections: Sections, name: string) {
		this.#heads = sections[`${name}.heads`] as Uint32Array;
		const bytes = sections[`${name}.bytes`] as Uint8Array;
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

	/** Returns the items of the given programs as objects, in the given order. */
	read(programs: readonly number[]): T[] {
		return programs.map((program) =>
			JSON.parse(this.#bytes.toString('utf8', this.#startOf(program), this.#startOf(program + 1))),
		);
	}

	/** Copies the head of a program's item into `heads`, at the place of item `number`. Returns the item's bytes. */
	copyHead(program: number, heads: Uint32Array, number: number): Buffer {
		const start = program * HEAD_WORDS;
		heads.set(this.#heads.subarray(start, start + HEAD_WORDS), number * HEAD_WORDS);
		return this.#bytes.subarray(this.#startOf(program), this.#startOf(program + 1));
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

/**
 * Updates the item sections after programs have changed.
 *
 * @param before the sections before the change; empty if there were no items
 * @param itemOf makes the item of a program that has changed
 */
export function updateItems(
	before: Sections,
	name: string,
	{ slugs, kept, programs, numbers }: ChangedPrograms,
	itemOf: (program: PublishedProgram) => unknown,
): Sections {
	const heads = new Uint32Array(slugs.length * HEAD_WORDS + 1);
	const bodies = new Array<Buffer>(slugs.length);
	if (kept.length > 0) {
		const items = new ProgramItems(before, name);
		kept.forEach((number, old) => {
			if (number !== GONE) bodies[number] = items.copyHead(old, heads, number);
		});
	}
	programs.forEach((program, place) => {
		const body = Buffer.from(JSON.stringify(itemOf(program)));
		const tag = Buffer.from(tagOf(body));
		const head = numbers[place]! * HEAD_WORDS;
		for (let word = 0; word < TAG_WORDS; word++) heads[head + 1 + word] = tag.readUInt32LE(word * WORD_LENGTH);
		bodies[numbers[place]!] = body;
	});
	let end = 0;
	bodies.forEach((body, number) => {
		heads[number * HEAD_WORDS] = end;
		end += body.length;
	});
	heads[slugs.length * HEAD_WORDS] = end;
	return { [`${name}.heads`]: heads, [`${name}.bytes`]: Buffer.concat(bodies) };
}
