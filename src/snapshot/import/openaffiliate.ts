/** The OpenAffiliate registry: `registry.json`, or a folder with a YAML file for each program. */

import mapping from './openaffiliate.json' with { type: 'json' };
import { programOf, USED } from './openaffiliate-program.ts';
import { NoteBook, type Source, type SourceRecord } from './source.ts';
import { sourceOf } from './table/apply-mapping.ts';
import { parseMapping } from './table/mapping.ts';
import { mappedColumns, readRow, recordOf, sourceNames } from './table/read-row.ts';
import { initialCategory, recordGroups } from './table/record-groups.ts';
import { type Table, textOf } from './table/table.ts';
import { withoutUsualValues } from './usual-values.ts';

/** Whether a table has the fields of the registry's programs. */
export function isRegistry({ header, isSparse }: Table): boolean {
	return isSparse === true && ['slug', 'url', 'commission.type'].every((name) => header.includes(name));
}

/**
 * Makes the source for a registry. Each of its programs becomes a program and an organization, its brand, and each
 * category that the programs name a category.
 *
 * @param keepUsual whether to keep values that nearly all programs have: see `withoutUsualValues`
 */
export function openAffiliateSource(table: Table, keepUsual = false): Source {
	const columns = mappedColumns(parseMapping('The mapping of OpenAffiliate', mapping), table);
	const fields = sourceNames(columns);
	const names = { ...fields, ...NAMES };
	const notes = new NoteBook();
	const categories = recordGroups([]);
	const channels = new Map<number, string>();
	const organizations: SourceRecord[] = [];
	const indexes = new Map(table.header.map((name, index) => [name, index]));
	const ignored = table.header.filter((name) => !Object.hasOwn(mapping.columns, name) && !USED.includes(name));
	const readings = table.rows.map((row) => ({ ...readRow(columns, row, notes), entry: row.cells }));
	const programs = readings.map((reading): SourceRecord => {
		const { row, raw, entry } = reading;
		const textAt = (name: string) => textOf(entry[indexes.get(name) ?? -1]);
		const slug = textAt('slug');
		for (const name of ignored) {
			if (textAt(name) !== '') notes.add('ignored fields that the directory does not have', name, slug);
		}
		if (textAt('source') !== '') channels.set(row, textAt('source'));
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
		programs: keepUsual ? programs : withoutUsualValues(programs, notes, ({ row }) => channels.get(row)),
		reviews: [],
		refused: readings.flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem }))),
	};
	return sourceOf({ ...table, words: { row: 'program', column: 'field' } }, 'programs', records, notes);
}

/** The registry's names for our fields that are read from another one. */
const NAMES = {
	approval_days: 'approval_time',
	organization: 'slug',
	commission_rate: 'commission.rate',
	commission_amount: 'commission.rate',
	commission_text: 'commission.rate',
};
