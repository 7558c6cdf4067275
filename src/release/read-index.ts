import { open } from 'node:fs/promises';
import { Kernel } from '../search/kernel.ts';
import { ProgramIndex } from '../search/program-index.ts';

/** What is read at once, in bytes: the system gives hardly more. */
const CHUNK = 2 ** 30;

/**
 * Reads the index of so many programs to where it is searched, without holding up whatever else the process does.
 *
 * @throws when it is too large
 */
export async function readIndex(path: string, programs: number): Promise<Kernel> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		const kernel = new Kernel(size, ProgramIndex.spaceFor(programs));
		for (let end = 0; end < size; ) {
			const { bytesRead } = await file.read(kernel.file, end, Math.min(CHUNK, size - end), end);
			if (bytesRead === 0) throw new Error(`${path} has become shorter while it was read.`);
			end += bytesRead;
		}
		return kernel;
	} finally {
		await file.close();
	}
}
