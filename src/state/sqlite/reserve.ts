import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../../shared/disk-full.ts';

/**
 * The size of the reserve, in bytes. A revocation takes up to 30 kB, so the reserve is enough for dozens of revocations
 * while the disk is full.
 */
const SIZE = 2 ** 20;
/** The space to free for one write, in bytes. It must be enough to open the state, which takes 32 kB. */
const STEP = 128 * 1024;

/**
 * Reserves disk space for revoking keys by keeping a file in the state folder. If a write fails because the disk is
 * full, part of the file is cut off and the write runs again. Then, still in the same turn of the event loop, the space
 * that the write did not use is reserved again. So nothing else in this process can take that space. The space that the
 * write used is reserved again when the disk has space.
 */
export class Reserve {
	readonly #file: string;

	constructor(folder: string) {
		this.#file = join(folder, 'reserve');
	}

	/** Enlarges the file to the size of the reserve, or as far as the disk has space. */
	fill(): void {
		try {
			this.#withFile((descriptor) => {
				const { size } = fstatSync(descriptor);
				// Write random bytes, because some file systems store no blocks for zeros.
				if (size < SIZE) writeAll(descriptor, randomBytes(SIZE - size), size);
			});
		} catch (error) {
			if (!isDiskFull(error)) throw error;
		}
	}

	/** Runs a write. If the disk is too full, frees part of the reserve and runs the write again. */
	lend<T>(write: () => T): T {
		try {
			return write();
		} catch (error) {
			if (!isDiskFull(error)) throw error;
		}
		this.#free();
		try {
			return write();
		} finally {
			this.fill();
		}
	}

	#free(): void {
		this.#withFile((descriptor) => ftruncateSync(descriptor, Math.max(0, fstatSync(descriptor).size - STEP)));
	}

	#withFile(work: (descriptor: number) => void): void {
		const descriptor = openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
		try {
			work(descriptor);
		} finally {
			closeSync(descriptor);
		}
	}
}

/**
 * Writes all bytes, or throws after writing as many bytes as fit on the disk. When the disk becomes full, one
 * `writeSync` writes only some of its bytes, and the next one throws.
 */
function writeAll(descriptor: number, bytes: Buffer, position: number): void {
	for (let done = 0; done < bytes.length; ) {
		done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
	}
}
