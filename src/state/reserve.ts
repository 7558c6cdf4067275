import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../shared/disk-full.ts';

/** In bytes. A revocation takes up to about 30 kB, so it is enough for dozens on a disk that stays full. */
const SIZE = 2 ** 20;
/** How much is given up for one write, in bytes: opening the state takes 32 kB. */
const STEP = 128 * 1024;

/**
 * Disk space that is kept for revoking keys: a file in the folder of the state, part of which is given up when the disk is
 * full. It takes back what is left right after the write, in the same turn of the event loop, so that nothing else of this
 * process can use it. It takes back the rest when there is room again.
 */
export class Reserve {
	readonly #file: string;

	constructor(folder: string) {
		this.#file = join(folder, 'reserve');
	}

	/** Takes as much space as there is, up to the size of the reserve. */
	fill(): void {
		try {
			this.#withFile((descriptor) => {
				const { size } = fstatSync(descriptor);
				// Random, since some file systems keep no room for zeros.
				if (size < SIZE) writeAll(descriptor, randomBytes(SIZE - size), size);
			});
		} catch (error) {
			if (!isDiskFull(error)) throw error;
		}
	}

	/** Runs a write; where the disk is too full for it, gives up part of the reserve and runs it again. */
	lend<T>(write: () => T): T {
		try {
			return write();
		} catch (error) {
			if (!isDiskFull(error)) throw error;
		}
		this.#giveUp();
		try {
			return write();
		} finally {
			this.fill();
		}
	}

	#giveUp(): void {
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
