/**
 * Stores named arrays, called sections, in one file: the length of a JSON list that describes the sections, the list,
 * and their bytes. Each section is aligned to 8 bytes, so that a typed array can use the file's buffer directly.
 */
export type Section = Uint32Array | Float64Array | Uint8Array;
export type Sections = { readonly [name: string]: Section };

const TYPES = { u32: Uint32Array, f64: Float64Array, u8: Uint8Array } as const;
const ALIGNMENT = 8;

interface Entry {
	readonly name: string;
	readonly type: keyof typeof TYPES;
	readonly start: number;
	readonly length: number;
}

/** Returns the chunks of the file, in order. */
export function pack(sections: Sections): Uint8Array[] {
	const entries: Entry[] = [];
	const chunks: Uint8Array[] = [];
	let end = 0;
	for (const [name, section] of Object.entries(sections)) {
		entries.push({ name, type: typeOf(section), start: end, length: section.length });
		const bytes = new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
		chunks.push(bytes, new Uint8Array(aligned(bytes.length) - bytes.length));
		end += aligned(bytes.length);
	}
	const head = Buffer.from(JSON.stringify(entries));
	const start = Buffer.alloc(aligned(4 + head.length));
	start.writeUInt32LE(head.length);
	head.copy(start, 4);
	return [start, ...chunks];
}

/**
 * Returns the sections of a file that `pack` has made. The sections use the file's buffer without copying it, so the
 * buffer must be aligned to 8 bytes.
 *
 * @throws Error when the file is cut short
 */
export function unpack(file: Buffer<ArrayBuffer>): Sections {
	const { buffer, byteOffset } = file;
	const headLength = file.readUInt32LE(0);
	const entries: Entry[] = JSON.parse(file.toString('utf8', 4, 4 + headLength));
	const base = aligned(4 + headLength);
	const sections = entries.map(({ name, type, start, length }) => {
		const section = new TYPES[type](buffer, byteOffset + base + start, length);
		// The buffer can be longer than the file.
		if (base + start + section.byteLength > file.length) throw new Error(`The file ends before its section ${name}.`);
		return [name, section];
	});
	return Object.fromEntries(sections);
}

function typeOf(section: Section): keyof typeof TYPES {
	if (section instanceof Uint32Array) return 'u32';
	return section instanceof Float64Array ? 'f64' : 'u8';
}

function aligned(length: number): number {
	return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Packs strings into a section. The strings must not contain line feeds. */
export function packStrings(strings: readonly string[]): Uint8Array {
	return Buffer.from(strings.join('\n'));
}

/** Returns the strings in a section. Their number must be `count`. */
export function unpackStrings(section: Section, count: number): string[] {
	if (count === 0) return [];
	return Buffer.from(section.buffer, section.byteOffset, section.byteLength).toString().split('\n');
}
