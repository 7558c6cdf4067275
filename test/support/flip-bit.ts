import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Flips one bit of a file.
 *
 * @param bytes a sequence of bytes that the file contains
 * @param at the position of the changed byte in that sequence
 * @returns a function that flips the bit back
 */
export function flipBitIn(file: string, bytes: Buffer, at: number): () => void {
	const flip = (content: Buffer, place: number) => {
		content[place]! ^= 1;
		writeFileSync(file, content);
	};
	const content = readFileSync(file);
	const start = content.indexOf(bytes);
	if (start === -1) throw new Error(`${file} does not contain these bytes.`);
	flip(content, start + at);
	return () => flip(readFileSync(file), start + at);
}
