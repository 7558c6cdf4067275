import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Flips one bit of a file, in bytes that it has once.
 *
 * @param bytes to be found in the file
 * @param at the place in these bytes
 * @returns a function that flips it back
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
