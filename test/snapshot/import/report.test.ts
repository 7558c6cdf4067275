import { describe, expect, test } from 'vitest';
import { noteLines, summaryLines } from '../../../src/snapshot/import/report.ts';

describe('summaryLines', () => {
	test('aligns the figures', () => {
		const lines = summaryLines({
			added: { organizations: 40, categories: 0, programs: 1200, reviews: 3 },
			changed: { organizations: 0, categories: 0, programs: 0, reviews: 0 },
			unchanged: { organizations: 7, categories: 12, programs: 0, reviews: 0 },
		});
		expect(lines).toEqual([
			'organizations:   40 added, 0 changed,  7 unchanged',
			'categories:       0 added, 0 changed, 12 unchanged',
			'programs:      1200 added, 0 changed,  0 unchanged',
			'reviews:          3 added, 0 changed,  0 unchanged',
		]);
	});
});

describe('noteLines', () => {
	test('writes all notes about the same thing in one line, with the number of programs', () => {
		const notes = [
			{ about: 'left out', detail: 'tags', programs: ['a', 'b'] },
			{ about: 'left out', detail: 'kind', programs: ['a'] },
			{ about: 'kept as words', detail: '"varies"', programs: ['b'] },
		];
		expect(noteLines(notes)).toEqual(['left out: tags (2), kind (1)', 'kept as words: "varies" (1)']);
	});
});
