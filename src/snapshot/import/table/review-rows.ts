/** Makes reviews from the rows of a table. */
import { toSlug } from '../../../catalog/fields.ts';
import { isSlug } from '../../../catalog/slug.ts';
import type { NoteBook } from '../notes.ts';
import { reviewIds } from '../review-ids.ts';
import { type KnownProgram, type KnownRecordNames, nameKey, siteKey } from './identities.ts';
import type { Mapping } from './mapping.ts';
import type { RowRecords } from './program-rows.ts';
import { mappedColumns, readRow, recordOf, sourceNames } from './read-row.ts';
import { type Table, textOf } from './table.ts';

export function reviewRows(table: Table, mapping: Mapping, known: KnownRecordNames, notes: NoteBook): RowRecords {
	const columns = mappedColumns(mapping, table);
	const names = sourceNames(columns);
	const slugOf = programFinder(known.programs);
	const madeId = reviewIds();
	const readings = table.rows.map((row) => readRow(columns, row, notes));
	const reviews = readings.map((reading) => {
		const program = slugOf(textOf(reading.cellOf('program')));
		const id = reading.raw.id ?? madeId({ ...reading.raw, program });
		return recordOf(reading, names, { ...reading.raw, id, program });
	});
	const refused = readings.flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem })));
	return { organizations: [], categories: [], programs: [], reviews, refused };
}

/** Returns a function that finds a program by its slug, its name or its site. */
function programFinder(programs: readonly KnownProgram[]): (text: string) => string | undefined {
	const slugs = new Set(programs.map(({ slug }) => slug));
	const byName = new Map(programs.map(({ name, slug }) => [nameKey(name), slug]));
	const bySite = new Map(programs.map(({ website_url, slug }) => [siteKey(website_url), slug]));
	return (text) => {
		if (text === '' || slugs.has(text)) return text || undefined;
		const site = /^https?:/i.test(text) ? bySite.get(siteKey(text)) : undefined;
		return byName.get(nameKey(text)) ?? site ?? (isSlug(text) ? text : toSlug(text) || undefined);
	};
}
