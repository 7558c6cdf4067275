import { describe, expect, test } from 'vitest';
import { type OldPart, type PartsPlan, planParts, recordHash } from '../../../src/build/text-index/plan-parts.ts';
import type { TextSource } from '../../../src/website/directory/text-record.ts';
import { sourcesOf } from '../../support/text-indexes.ts';

/** Returns a part with these records. */
function partOf(name: string, sources: readonly TextSource[]): OldPart {
	const contents = sources.map((source) => [source.url, recordHash(source.record())] as const);
	return { name, records: contents.length, removed: [], contents };
}

const contents = new Map(Array.from({ length: 5000 }, (_, number) => [number, `word${number}`]));
const large = partOf('large', sourcesOf(contents));

/** Plans an index of the records with these numbers, of which some are changed. */
function plan(parts: readonly OldPart[], numbers: Iterable<number>, changed: number) {
	const edited = new Map(
		Array.from(numbers, (number) => [number, number < changed ? 'changed' : contents.get(number)!]),
	);
	return planParts({ sources: sourcesOf(edited), parts, mayDiffer: () => true });
}

const namesOf = ({ kept }: PartsPlan) => kept.map(({ part }) => part.name);

describe('A plan for the parts of the text index', () => {
	test('keeps a large part, and moves some of its records beside a changed one', () => {
		const made = plan([large], contents.keys(), 1);
		expect([namesOf(made), made.indexed.length, made.kept[0]!.live.length]).toEqual([['large'], 200, 4800]);
		expect(made.kept[0]!.live).not.toContain(0);
	});

	test('joins small parts with the changed records', () => {
		const small = partOf('small', sourcesOf(new Map([...contents].slice(100, 500))));
		const made = plan([large, small], contents.keys(), 1);
		expect([namesOf(made), made.indexed.length]).toEqual([['large'], 401]);
	});

	test('makes a part anew when more than a quarter of its records are left out', () => {
		expect(namesOf(plan([large], [...contents.keys()].slice(1250), 0))).toEqual(['large']);
		const made = plan([large], [...contents.keys()].slice(1251), 0);
		expect([namesOf(made), made.indexed.length]).toEqual([[], 3749]);
	});

	test('indexes nothing if records were only removed from a large part', () => {
		const made = plan([large], [...contents.keys()].slice(3), 0);
		expect([namesOf(made), made.indexed, made.kept[0]!.live.length]).toEqual([['large'], [], 4997]);
	});

	test('uses the newest version of a record', () => {
		const newer = partOf(
			'newer',
			sourcesOf(new Map([...contents].slice(0, 1000).map(([number]) => [number, 'changed']))),
		);
		const made = plan([large, newer], contents.keys(), 1000);
		expect(made.indexed).toEqual([]);
		expect(made.kept.map(({ live }) => live.length)).toEqual([4000, 1000]);
	});
});
