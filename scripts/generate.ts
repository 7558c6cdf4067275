import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { command, run } from '../src/command/command.ts';
import { SETTINGS, wholeNumber } from '../src/command/settings.ts';
import { explain } from '../src/explain.ts';
import { generateSnapshot } from '../src/generate/snapshot.ts';
import { makeFolder } from '../src/make-folder.ts';
import { count } from '../src/site/numbers.ts';

const generate = command(
	'generate',
	'Makes a snapshot of an invented directory, the same for the same numbers and seed.',
	[
		['npm run generate -- --snapshot var/generated.sqlite', '10,000 programs and 50,000 reviews'],
		['npm run generate -- --programs 100000 --reviews 500000 --snapshot var/large.sqlite', 'a large one'],
		['npm run generate -- --seed 2 --snapshot var/other.sqlite', 'other programs, as many of them'],
	],
)
	.option('--programs <n>', 'how many programs', wholeNumber(1, 1_000_000), 10_000)
	.option('--reviews <m>', 'how many reviews', wholeNumber(0, 10_000_000), 50_000)
	.option('--seed <s>', 'another seed makes another directory', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
	.addOption(SETTINGS.snapshot())
	.action(({ snapshot, ...size }) => {
		const start = performance.now();
		explain(() => makeFolder(dirname(snapshot)), 'make the folder', dirname(snapshot));
		const { organizations, categories, programs, reviews } = explain(
			() => generateSnapshot(snapshot, size),
			'write',
			snapshot,
		);
		const held = [
			count(organizations, 'organization'),
			count(categories, 'category', 'categories'),
			count(programs, 'program'),
			count(reviews, 'review'),
		];
		const megabytes = (statSync(snapshot).size / 1e6).toFixed(1);
		const seconds = ((performance.now() - start) / 1000).toFixed(1);
		console.log(`${snapshot}: ${held.join(', ')}. ${megabytes} MB, ${seconds} s.`);
	});

await run(generate);
