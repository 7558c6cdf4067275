/** The items of `GET /programs`, ready as bytes, by a program's number in the index. */
import type { Items } from '../api/directory.ts';
import type { ProgramItem } from '../search/facets.ts';
import type { Sections } from '../search/sections.ts';
import { tagOf } from '../tag.ts';

const COMMA = ','.charCodeAt(0);
/** A tag, as bytes, in numbers of 32 bits. */
const TAG_WORDS = 4;

export class ProgramItems {
	readonly #starts: Uint32Array;
	readonly #bytes: Buffer;
	readonly #tags: Uint32Array;

	/** Reads what `packItems` made. */
	constructor(sections: Sections) {
		this.#starts = sections['items.starts'] as Uint32Array;
		const bytes = sections['items.bytes'] as Uint8Array;
		this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#tags = sections['items.tags'] as Uint32Array;
	}

	/** The items of some programs, in the order given. */
	join(programs: readonly number[]): Items {
		const tags = new Uint32Array(programs.length * TAG_WORDS);
		let length = Math.max(0, programs.length - 1);
		programs.forEach((program, i) => {
			length += this.#starts[program + 1]! - this.#starts[program]!;
			for (let word = 0; word < TAG_WORDS; word++) tags[i * TAG_WORDS + word] = this.#tags[program * TAG_WORDS + word]!;
		});
		return {
			count: programs.length,
			length,
			tag: new Uint8Array(tags.buffer),
			copyTo: (target, start) => this.#copyTo(programs, target, start),
		};
	}

	/** The items of some programs, read, in the order given. */
	read(programs: readonly number[]): ProgramItem[] {
		return programs.map((program) =>
			JSON.parse(this.#bytes.toString('utf8', this.#starts[program], this.#starts[program + 1])),
		);
	}

	#copyTo(programs: readonly number[], target: Buffer, start: number): void {
		let end = start;
		for (const program of programs) {
			if (end > start) target[end++] = COMMA;
			end += this.#bytes.copy(target, end, this.#starts[program], this.#starts[program + 1]);
		}
	}
}

/** The sections of the items of all programs, in the order of the index. */
export function packItems(items: Iterable<unknown>): Sections {
	const bodies = Array.from(items, (item) => Buffer.from(JSON.stringify(item)));
	const starts = new Uint32Array(bodies.length + 1);
	bodies.forEach((body, program) => {
		starts[program + 1] = starts[program]! + body.length;
	});
	const tags = Buffer.from(bodies.map(tagOf).join(''));
	return {
		'items.starts': starts,
		'items.bytes': Buffer.concat(bodies),
		'items.tags': new Uint32Array(Uint8Array.from(tags).buffer),
	};
}
