import { expect, test } from 'vitest';
import { COLUMNS, KEY, KINDS } from '../../../src/catalog/records.ts';
import { fieldsOf } from '../../../src/editor/pages/field-groups.ts';

test.each(KINDS)('The form of %s has each column once, except those that every edit sets', (kind) => {
	const columns = Object.keys(COLUMNS[kind]).filter(
		(column) => !['updated_at', 'commission_evidence'].includes(column),
	);
	expect(fieldsOf(kind, true).toSorted()).toEqual(columns.toSorted());
	expect(fieldsOf(kind, false).toSorted()).toEqual(columns.filter((column) => column !== KEY[kind]).toSorted());
});
