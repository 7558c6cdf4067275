import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { command, run } from '../../src/commands/command.ts';
import { megabytes, recordCounts } from '../../src/commands/figures.ts';
import { SETTINGS, wholeNumber } from '../../src/config/settings.ts';
import { explain } from '../../src/shared/explain.ts';
import { makeFolder } from '../../src/shared/files.ts';
import { generateSnapshot } from './snapshot.ts';

const generate = command(
	'generate',
	'Creates a snapshot of an invented directory. The same numbers and seed give the same data.',
	[
		['npm run generate -- --snapshot var/generated.sqlite', '10,000 programs and 50,000 reviews'],
		['npm run generate -- --programs 100000 --reviews 500000 --snapshot var/large.sqlite', 'a large directory'],
		['npm run generate -- --seed 2 --snapshot var/other.sqlite', 'different data of the same size'],
	],
)
	.option('--programs <n>', 'number of programs', wholeNumber(1, 1_000_000), 10_000)
	.option('--reviews <m>', 'number of reviews', wholeNumber(0, 10_000_000), 50_000)
	.option('--seed <s>', 'a different seed gives different data', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
	.addOption(SETTINGS.snapshot())
	.action(({ snapshot, ...size }) => {
		const start = performance.now();
		explain(() => makeFolder(dirname(snapshot)), 'create the folder', dirname(snapshot));
		const counts = explain(() => generateSnapshot(snapshot, size), 'write', snapshot);
		const seconds = ((performance.now() - start) / 1000).toFixed(1);
		console.log(`${snapshot}: ${recordCounts(counts)}. ${megabytes(statSync(snapshot).size)}, ${seconds} s.`);
	});

await run(generate);
