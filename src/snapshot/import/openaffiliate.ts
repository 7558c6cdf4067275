/** The OpenAffiliate registry: `registry.json`, an object with a list of programs. */
import { toSlug } from '../../catalog/fields.ts';
import type { Problem } from '../../catalog/records.ts';
import { initialCategory } from './category-icons.ts';
import { NoteBook } from './notes.ts';
import { parseRegistryProgram, type Registry, type RegistryProgram } from './openaffiliate-format.ts';
import { organizationOf, programOf, SOURCE_NAMES } from './openaffiliate-program.ts';
import { MOST_PROBLEMS, type Source, type SourceRecord } from './source.ts';
import { withoutUsualValues } from './without-usual-values.ts';

/**
 * Makes the source for a registry. Each entry of `programs` becomes a program and an organization. Each category that
 * the entries name becomes a category. The row of a record is the number of its entry, counted from 1.
 *
 * @param registry the parsed JSON of the file
 * @param keepUsual whether to keep values that nearly all programs have: see `withoutUsualValues`
 */
export function openAffiliateSource(file: string, registry: Registry, keepUsual = false): Source {
	const entries = registry.programs;
	const notes = new NoteBook();
	const programs: SourceRecord[] = [];
	const organizations: SourceRecord[] = [];
	const categories = new Map<string, SourceRecord>();
	/** The channel of each program, by its row. */
	const channels = new Map<number, string>();
	const unreadable: { readonly row: number; readonly problems: readonly Problem[] }[] = [];
	entries.forEach((entry, index) => {
		const row = index + 1;
		const program = parseRegistryProgram(entry);
		if (!('slug' in program)) {
			// An import lists no more problems than this.
			if (unreadable.length <= MOST_PROBLEMS) unreadable.push({ row, problems: program });
			return;
		}
		if (program.source) channels.set(row, program.source);
		organizations.push({ row, raw: organizationOf(program), sourceNames: SOURCE_NAMES });
		programs.push({
			row,
			raw: programOf(program, (about, detail) => notes.add(about, detail, program.slug)),
			sourceNames: SOURCE_NAMES,
		});
		addCategory(categories, row, program);
	});
	const records = {
		organizations,
		categories: [...categories.values()],
		programs: keepUsual ? programs : withoutUsualValues(programs, notes, ({ row }) => channels.get(row)),
		reviews: [],
	};
	return {
		file,
		words: { row: 'program', column: 'field' },
		notes: notes.all(),
		read: (kind, sink) => {
			for (const record of records[kind]) sink.record(record);
			if (kind !== 'programs') return;
			for (const { row, problems } of unreadable) {
				for (const problem of problems) sink.problem(row, problem);
				sink.incomplete();
			}
		},
	};
}

function addCategory(categories: Map<string, SourceRecord>, row: number, { category }: RegistryProgram): void {
	const slug = toSlug(category ?? '');
	if (!category || categories.has(slug)) return;
	categories.set(slug, {
		row,
		raw: { slug, name: category.trim() },
		initial: initialCategory(slug),
		sourceNames: { slug: 'category', name: 'category' },
	});
}
