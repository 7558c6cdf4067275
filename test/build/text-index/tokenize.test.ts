import { expect, test } from 'vitest';
import { textSources } from '../../../src/build/build-site.ts';
import { numberRecords } from '../../../src/build/text-index/record-numbers.ts';
import { tokenize } from '../../../src/build/text-index/tokenize.ts';
import { mergeWords } from '../../../src/build/text-index/words.ts';
import { directoryAfter, generatedSnapshot } from '../../support/snapshot-directory.ts';

test('Several batches of records give the same words and pages as one batch of all records', async () => {
	const directory = directoryAfter(generatedSnapshot({ programs: 120, reviews: 300, seed: 1 }));
	const accented = { number: 999, url: '/accented/', content: 'Café cafe naïve 東京 🚀', meta: { title: 'Crème' } };
	const sources = textSources(directory);
	const numbers = numberRecords(sources);
	const records = [...sources.map((source) => ({ ...source.record(), number: numbers.of(source) })), accented];
	const whole = await tokenize(records);
	const batches = [];
	for (const remainder of [0, 1, 2]) {
		batches.push(await tokenize(records.filter(({ number }) => number % 3 === remainder)));
	}
	expect([...mergeWords(batches.map((batch) => batch.words()))]).toEqual([...whole.words()]);
	expect(new Map(batches.flatMap(({ pages }) => [...pages]))).toEqual(whole.pages);
	expect(whole.pages.size).toBe(records.length);
});
