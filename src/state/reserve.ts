import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../shared/disk-full.ts';

/**
 * The size of the reserve, in bytes. A revocation takes up to 30 kB, so it is enough for dozens on a disk that stays
 * full.
 */
const SIZE = 2 ** 20;
/** The space that is freed for one write, in bytes: opening the state takes 32 kB. */
const STEP = 128 * 1024;

/**
 * Disk space reserved for revoking keys: a file in the folder of the state. When the disk is full, part of it is freed
 * for the write. The rest of that part is reserved again right after the write, in the same turn of the event loop, so
 * that nothing else in this process can use it. The used part is reserved again when there is space.
 */
export class Reserve {
	readonly #file: string;

	constructor(folder: string) {
		this.#file = join(folder, 'reserve');
	}

	/** Reserves as much space as there is, up to the size of the reserve. */
	fill(): void {
		try {
			this.#withFile((descriptor) => {
				const { size } = fstatSync(descriptor);
				// Random bytes, because some file systems store no blocks for zeros.
				if (size < SIZE) writeAll(descriptor, randomBytes(SIZE - size), size);
			});
		} catch (error) {
			if (!isDiskFull(error)) throw error;
		}
	}

	/** Runs a write. If the disk is too full for it, frees part of the reserve and runs it again. */
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

/** Writes until the disk is full, which cuts one write short and makes the next one fail. */
function writeAll(descriptor: number, bytes: Buffer, position: number): void {
	for (let done = 0; done < bytes.length; ) {
		done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
	}
}
