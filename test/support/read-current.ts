/**
 * A process that reads the current release repeatedly: `node read-current.ts OUT`. Prints a line after the first read.
 * When it receives any text on standard input, it prints a JSON object with the number of reads, and how often each
 * error happened after the first read. Then it ends.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentFolder } from './current-folder.ts';

const out = process.argv[2]!;
let reads = 0;
const failures = new Map<string, number>();

function read(): void {
	for (let i = 0; i < 100; i++) {
		try {
			JSON.parse(readFileSync(join(currentFolder(out), 'manifest.json'), 'utf8'));
			if (reads++ === 0) console.log('reading');
		} catch (error) {
			if (reads > 0) failures.set(String(error), (failures.get(String(error)) ?? 0) + 1);
		}
	}
	setImmediate(read);
}

process.stdin.once('data', () => {
	console.log(JSON.stringify({ reads, failures: [...failures] }));
	process.exit();
});
read();
