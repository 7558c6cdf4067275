/** The OpenAffiliate registry: `registry.json`, or a folder with a YAML file for each program. */

import json from './openaffiliate.json' with { type: 'json' };
import { programOf, USED } from './openaffiliate-program.ts';
import { NoteBook, type Source, type SourceRecord } from './source.ts';
import { sourceOf } from './table/apply-mapping.ts';
import { parseMapping } from './table/mapping.ts';
import { mappedColumns, readRow, recordOf, sourceNames } from './table/read-row.ts';
import { initialCategory, recordGroups } from './table/record-groups.ts';
import { type Table, textOf } from './table/table.ts';

/** Whether a table has the fields of the registry's programs. */
export function isRegistry({ header, isSparse }: Table): boolean {
	return isSparse === true && ['slug', 'url', 'commission.type'].every((name) => header.includes(name));
}

/**
 * Makes the source for a registry. Each of its programs becomes a program and an organization, its brand, and each
 * category that the programs name a category.
 */
export function openAffiliateSource(table: Table): Source {
	const mapping = parseMapping('The mapping of OpenAffiliate', json);
	const columns = mappedColumns(mapping, table);
	const fields = sourceNames(columns);
	const names = { ...fields, ...NAMES };
	const notes = new NoteBook();
	const categories = recordGroups([]);
	const organizations: SourceRecord[] = [];
	const indexes = new Map(table.header.map((name, index) => [name, index]));
	const read = [...Object.keys(mapping.columns), ...mapping.collected_from!, ...USED];
	const ignored = table.header.filter((name) => !read.includes(name));
	const readings = table.rows.map((row) => ({ ...readRow(columns, row, notes), entry: row.cells }));
	const programs = readings.map((reading): SourceRecord => {
		const { row, raw, entry } = reading;
		const textAt = (name: string) => textOf(entry[indexes.get(name) ?? -1]);
		const slug = textAt('slug');
		for (const name of ignored) {
			if (textAt(name) !== '') notes.add('ignored fields that the directory does not have', name, slug);
		}
		const program = programOf(raw, textAt, (about, detail) => notes.add(about, detail, slug));
		const { name, website_url, logo_url } = program;
		const organization = { slug: raw.slug, name, website_url, ...(logo_url !== undefined && { logo_url }) };
		organizations.push({ row, raw: organization, sourceNames: names });
		const listed = [textAt('category')].filter(Boolean).map((category) => categories.add(category, row));
		return recordOf(reading, names, { ...program, organization: raw.slug, categories: listed });
	});
	const records = {
		organizations,
		categories: categories.records(initialCategory),
		programs,
		reviews: [],
		refused: readings.flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem }))),
	};
	return sourceOf({ ...table, words: { row: 'program', column: 'field' } }, mapping, records, notes);
}

/** The registry's names for our fields that are read from another one. */
const NAMES = {
	approval_days: 'approval_time',
	organization: 'slug',
	commission_rate: 'commission.rate',
	commission_amount: 'commission.rate',
	commission_text: 'commission.rate',
};
