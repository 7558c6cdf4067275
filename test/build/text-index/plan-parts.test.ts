import { describe, expect, test } from 'vitest';
import { type OldPart, planParts, recordHash } from '../../../src/build/text-index/plan-parts.ts';
import type { TextSource } from '../../../src/website/directory/text-record.ts';
import { removedRecords } from '../../../src/website/search/text-parts.ts';
import { sourcesOf } from '../../support/text-indexes.ts';

/** Returns a part with these records. */
function partOf(name: string, sources: readonly TextSource[]): OldPart {
	const contents = sources.map((source) => [source.url, recordHash(source.record())] as const);
	return { name, records: contents.length, removed: [], contents };
}

const contents = new Map(Array.from({ length: 5000 }, (_, number) => [number, `word${number}`]));
const large = partOf('large', sourcesOf(contents));

/** Plans an index of the records with these numbers, of which some are changed. */
function plan(main: readonly OldPart[], numbers: Iterable<number>, changed: number) {
	const edited = new Map(
		Array.from(numbers, (number) => [number, number < changed ? 'changed' : contents.get(number)!]),
	);
	return planParts({ sources: sourcesOf(edited), main, mayDiffer: () => true });
}

describe('A plan for the text index', () => {
	test('keeps the main part, and moves some of its records beside a changed one', () => {
		const { live, indexed } = plan([large], contents.keys(), 1);
		expect([indexed.length, live!.map(({ length }) => length)]).toEqual([200, [4800]]);
		expect(live![0]).not.toContain(0);
	});

	test('indexes a record again that had changed before, although it may not have changed since', () => {
		const main = { ...large, removed: removedRecords([7]) };
		const { live, indexed } = planParts({ sources: sourcesOf(contents), main: [main], mayDiffer: () => false });
		expect(indexed.map(({ url }) => url)).toContain('/programs/p-7/');
		expect(live![0]).not.toContain(7);
	});

	test.each([
		['changed', 500, 501],
		['removed', 454, 455],
	])('indexes all records when more than a tenth of them have %s', (what, most, more) => {
		const made = (count: number) =>
			what === 'changed' ? plan([large], contents.keys(), count) : plan([large], [...contents.keys()].slice(count), 0);
		expect(made(most).live).toBeDefined();
		expect([made(more).live, made(more).indexed.length]).toEqual([undefined, what === 'changed' ? 5000 : 5000 - more]);
	});

	test('indexes all records if there are only a few', () => {
		const few = sourcesOf(new Map([...contents].slice(0, 400)));
		const { live, indexed } = planParts({ sources: few, main: [partOf('few', few)], mayDiffer: () => false });
		expect([live, indexed.length]).toEqual([undefined, 400]);
	});

	test('indexes nothing if records were only removed', () => {
		const { live, indexed } = plan([large], [...contents.keys()].slice(3), 0);
		expect([indexed, live![0]!.length]).toEqual([[], 4997]);
	});
});
