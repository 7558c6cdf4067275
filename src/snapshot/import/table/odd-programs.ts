/** Finds values of programs that are probably mistakes. They are warnings, because they may also be right. */
import type { Problem } from '../../../catalog/records.ts';
import { type KnownProgram, siteKey } from './identities.ts';
import { COMMISSION } from './mapping.ts';
import type { RowReading } from './read-row.ts';

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
): Map<number, Problem[]> {
	const odd = new Map<number, Problem[]>();
	const warn = (row: number, problem: Problem) => odd.set(row, [...(odd.get(row) ?? []), problem]);
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
