/** Makes programs, organizations and categories from the rows of a table. */
import { LONGEST } from '../../../catalog/fields.ts';
import type { Violation } from '../../../catalog/records.ts';
import type { NoteBook, SourceRecord } from '../source.ts';
import { type KnownProgram, type KnownRecordNames, type NamedRow, siteKey, slugsOf } from './identities.ts';
import { COMMISSION, type Mapping } from './mapping.ts';
import { mappedColumns, type RowReading, readRow, recordOf, sourceNames } from './read-row.ts';
import { initialCategory, recordGroups } from './record-groups.ts';
import { readPay } from './row-pay.ts';
import type { RefusedRow, Table } from './table.ts';

export interface RowRecords {
	readonly organizations: readonly SourceRecord[];
	readonly categories: readonly SourceRecord[];
	readonly programs: readonly SourceRecord[];
	readonly reviews: readonly SourceRecord[];
	readonly refused: readonly RefusedRow[];
}

export function programRows(table: Table, mapping: Mapping, known: KnownRecordNames, notes: NoteBook): RowRecords {
	const columns = mappedColumns(mapping, table);
	const names = sourceNames(columns);
	const readings = table.rows.map((row) => readRow(columns, row, notes));
	for (const reading of readings) {
		readPay(reading, mapping, notes);
		shortenDescription(reading.raw);
		moveInvitation(reading.raw);
	}
	const slugs = slugsOf(readings.map(namedBy), known);
	const stored = new Map(known.programs.map((program) => [program.slug, program]));
	const organizations = recordGroups(known.organizations);
	const categories = recordGroups(known.categories);
	const odd = oddPrograms(readings, known.programs, slugs, names);
	const isFirst = firstOfEach(readings, slugs, notes);
	const programs = readings.filter(isFirst).map((reading): SourceRecord => {
		const { row, raw } = reading;
		const slug = slugs.get(row)!;
		const brand = typeof raw.organization === 'string' ? raw.organization : undefined;
		const organization = organizationOf(reading, slug, brand, stored.get(slug)?.organization, organizations);
		const listed = (raw.categories as string[] | undefined)?.map((name) => categories.add(name, row));
		const record = recordOf(reading, names, {
			...raw,
			slug,
			...(brand === undefined ? {} : { organization }),
			...(listed === undefined ? {} : { categories: [...new Set(listed)] }),
		});
		return { ...record, initial: { organization }, warnings: [...reading.warnings, ...(odd.get(row) ?? [])] };
	});
	return {
		programs,
		reviews: [],
		organizations: organizations.records(() => ({})),
		categories: categories.records(initialCategory),
		refused: readings.filter(isFirst).flatMap(({ row, problems }) => problems.map((problem) => ({ row, problem }))),
	};
}

/** Of rows with the same program, only the first one counts. Rows with a slug of their own are not compared. */
function firstOfEach(readings: readonly RowReading[], slugs: ReadonlyMap<number, string>, notes: NoteBook) {
	const seen = new Set<string>();
	const repeated = new Set<number>();
	for (const { row, raw } of readings) {
		const slug = slugs.get(row)!;
		if (raw.slug === undefined && seen.has(slug)) {
			repeated.add(row);
			notes.add('left out rows', 'the program of an earlier row, with other values', row);
		}
		seen.add(slug);
	}
	return ({ row }: RowReading) => !repeated.has(row);
}

function namedBy({ row, raw }: RowReading): NamedRow {
	const text = (field: string) => (typeof raw[field] === 'string' ? (raw[field] as string) : '');
	return { row, slug: text('slug') || undefined, name: text('name'), site: text('website_url') };
}

/** Moves a description that is too long for one line to the long description. */
function shortenDescription(raw: { [field: string]: unknown }): void {
	const { description } = raw;
	if (typeof description !== 'string' || description.length <= LONGEST.line) return;
	raw.long_description ??= description;
	raw.description = `${description.slice(0, 300).replace(/\s+\S*$/, '')} …`;
}

/** Many tables call it a kind of approval that publishers join by invitation. Here, it is an availability. */
function moveInvitation(raw: { [field: string]: unknown }): void {
	if (raw.approval !== 'invitation') return;
	raw.approval = undefined;
	raw.availability ??= 'invitation';
}

/** Returns the slug of the organization: the one in the table, the stored one, or one like the program's. */
function organizationOf(
	{ row, raw }: RowReading,
	slug: string,
	brand: string | undefined,
	stored: string | undefined,
	organizations: ReturnType<typeof recordGroups>,
): string {
	const name = brand ?? String(raw.name ?? slug);
	const own = brand === undefined ? stored : undefined;
	const initial = { name, website_url: raw.website_url };
	return organizations.add(name, row, { own, initial, otherwise: brand === undefined ? slug : undefined });
}

/** A rate above it is rare, in percent. */
const HIGHEST_USUAL = 200;
/** If the median of the rates is at least this, a rate below 1 is probably a share, in percent. */
const USUAL_MEDIAN = 2;

/** Returns the warnings by row. */
export function oddPrograms(
	readings: readonly RowReading[],
	known: readonly KnownProgram[],
	slugs: ReadonlyMap<number, string>,
	names: { readonly [field: string]: string },
): Map<number, Violation[]> {
	const odd = new Map<number, Violation[]>();
	const warn = (row: number, problem: Violation) => odd.set(row, [...(odd.get(row) ?? []), problem]);
	const rates = readings.flatMap(({ row, raw }) =>
		typeof raw.commission_rate === 'number' ? [{ row, rate: raw.commission_rate }] : [],
	);
	const sorted = rates.map(({ rate }) => rate).sort((a, b) => a - b);
	const median = sorted[sorted.length >> 1] ?? 0;
	const column = names[COMMISSION] ?? names.commission_rate ?? 'commission_rate';
	for (const { row, rate } of rates) {
		if (rate > HIGHEST_USUAL) {
			warn(row, { column, value: rate, rule: `at most ${HIGHEST_USUAL}% in most programs`, fix: 'check it' });
		}
		if (rate > 0 && rate < 1 && median >= USUAL_MEDIAN) {
			const meant = Number((rate * 100).toPrecision(6));
			const fix = `write ${meant} if it is a share of one`;
			warn(row, { column, value: rate, rule: `a percentage like the others, whose median is ${median}%`, fix });
		}
	}
	for (const [row, other] of sharedSites(readings, known, slugs)) {
		const rule = `the site of one program only (${other} has it too)`;
		warn(row, {
			column: names.website_url ?? 'website_url',
			value: siteOf(readings, row),
			rule,
			fix: 'check both programs',
		});
	}
	return odd;
}

function siteOf(readings: readonly RowReading[], wanted: number): unknown {
	return readings.find(({ row }) => row === wanted)?.raw.website_url;
}

/** Returns each row whose site another program has, with that program's row or slug. */
function sharedSites(
	readings: readonly RowReading[],
	known: readonly KnownProgram[],
	slugs: ReadonlyMap<number, string>,
): Map<number, string> {
	const stored = Map.groupBy(known, ({ website_url }) => siteKey(website_url));
	const first = new Map<string, RowReading>();
	const shared = new Map<number, string>();
	for (const reading of readings) {
		const { row, raw } = reading;
		const site = typeof raw.website_url === 'string' ? siteKey(raw.website_url) : '';
		if (site === '') continue;
		const slug = slugs.get(row);
		const earlier = first.get(site);
		const other = stored.get(site)?.find((program) => program.slug !== slug);
		if (earlier !== undefined && slugs.get(earlier.row) !== slug) shared.set(row, `row ${earlier.row}`);
		else if (other !== undefined) shared.set(row, other.slug);
		if (earlier === undefined) first.set(site, reading);
	}
	return shared;
}
