/**
 * A process that reads the current release over and over: `node read-current.ts LINK`. Told anything on standard input, it
 * prints, as JSON, how often it read and what went wrong how often since the link was first there, and ends. Before, it
 * prints a line when it has first read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const link = process.argv[2]!;
let reads = 0;
const failures = new Map<string, number>();

function read(): void {
	for (let i = 0; i < 100; i++) {
		try {
			JSON.parse(readFileSync(join(link, 'manifest.json'), 'utf8'));
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
