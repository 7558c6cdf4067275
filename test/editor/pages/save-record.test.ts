import { describe, expect, test } from 'vitest';
import { tagOfText } from '../../../src/editor/pages/edit-request.ts';
import { mergeFields } from '../../../src/editor/pages/save-record.ts';

/** Merges one field. @param before the text when the form was opened */
const merge = (before: string, mine: string, stored: string) =>
	mergeFields([{ field: 'name', mine, opened: tagOfText(before), stored }]);

const NOTHING = { changes: [], conflicts: [] };

describe('A field of a form', () => {
	test('changes if only the user has changed it', () => {
		expect(merge('a', 'b', 'a')).toEqual({ changes: [['name', 'b']], conflicts: [] });
		expect(merge('a', '', 'a')).toEqual({ changes: [['name', '']], conflicts: [] });
	});

	test('keeps the text of another window if the user has not changed it', () => {
		expect(merge('a', 'a', 'b')).toEqual(NOTHING);
		expect(merge('a', ' a ', 'b')).toEqual(NOTHING);
	});

	test('stays if both have changed it to the same text', () => {
		expect(merge('a', 'b', 'b')).toEqual(NOTHING);
	});

	test('is a conflict if both have changed it to different texts', () => {
		expect(merge('a', 'b', 'c').conflicts).toEqual(['name']);
		expect(merge('a', '', 'c').conflicts).toEqual(['name']);
	});

	test('is a conflict if nobody knows what the form was opened with', () => {
		const unknown = { field: 'name', mine: 'b', opened: undefined, stored: 'a' };
		expect(mergeFields([unknown]).conflicts).toEqual(['name']);
	});
});
