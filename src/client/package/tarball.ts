import { gzipSync } from 'node:zlib';

/** The date of all files: that of the files in packages from `npm pack`, which every archive format can store. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000;

const BLOCK = 512;

/**
 * Makes a tar archive compressed with gzip. Equal files make equal archives.
 *
 * @param files the content of each file by its path, which has at most 100 ASCII characters
 */
export function tarball(files: { readonly [path: string]: string }): Buffer {
	const entries = Object.entries(files).flatMap(([path, content]) => {
		const body = Buffer.from(content);
		return [header(path, body.length), body, Buffer.alloc(-body.length & (BLOCK - 1))];
	});
	// Two empty blocks end an archive.
	const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
	// The number of the system on which the archive was made. 255 stands for unknown.
	archive[9] = 255;
	return archive;
}

/** Makes the header of a file, in the format ustar. */
function header(path: string, size: number): Buffer {
	const block = Buffer.alloc(BLOCK);
	const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
	block.write(path, 0);
	block.write(octal(0o644, 7), 100);
	block.write(octal(0, 7), 108);
	block.write(octal(0, 7), 116);
	block.write(octal(size, 11), 124);
	block.write(octal(MODIFIED, 11), 136);
	// The checksum is the sum of all bytes, with eight spaces in place of the checksum itself.
	block.write(' '.repeat(8), 148);
	block.write('0', 156);
	block.write('ustar\x0000', 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${octal(sum, 6)}\0 `, 148);
	return block;
}
