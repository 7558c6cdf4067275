import { describe, expect, test } from 'vitest';
import { NoteBook } from '../../../src/snapshot/import/source.ts';

describe('NoteBook', () => {
	test('groups programs with the same note, most frequent detail first', () => {
		const book = new NoteBook();
		book.add('left out', 'kind', 'a');
		book.add('unescaped', 'url', 'a');
		book.add('left out', 'tags', 'a');
		book.add('left out', 'tags', 'b');
		expect(book.all()).toEqual([
			{ about: 'left out', detail: 'tags', programs: ['a', 'b'] },
			{ about: 'left out', detail: 'kind', programs: ['a'] },
			{ about: 'unescaped', detail: 'url', programs: ['a'] },
		]);
	});
});
