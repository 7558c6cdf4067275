/** How the directory has grown. */
import { monthOf } from './dates.ts';
import { count, number } from './numbers.ts';

export interface Month {
	/** `2026-04`. */
	readonly month: string;
	/** How many programs were listed in it. */
	readonly added: number;
	/** How many were listed by its end. */
	readonly total: number;
}

/** Every month from the first program's to the last one's. */
export function growth(programs: readonly { readonly created_at: string }[]): Month[] {
	const added = Map.groupBy(programs, ({ created_at }) => created_at.slice(0, 7));
	const known = [...added.keys()].sort();
	const months: Month[] = [];
	let total = 0;
	for (let month = known[0]; month !== undefined && month <= known.at(-1)!; month = next(month)) {
		const here = added.get(month)?.length ?? 0;
		total += here;
		months.push({ month, added: here, total });
	}
	return months;
}

function next(month: string): string {
	const date = new Date(`${month}-01T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() + 1);
	return date.toISOString().slice(0, 7);
}

/** Since when there are programs, and how many are of the last year. */
export function growthSentence(months: readonly Month[]): string {
	const [first, last] = [months[0], months.at(-1)];
	if (!first || !last) return 'No programs yet.';
	if (months.length === 1) return `${count(last.total, 'program')}, all listed in ${monthOf(last.month)}.`;
	const year = months.slice(-12).reduce((sum, { added }) => sum + added, 0);
	const programs = `${count(last.total, 'program')} since ${monthOf(first.month)}`;
	return months.length <= 12
		? `${programs}.`
		: `${programs}, ${number(year)} of them in the year to ${monthOf(last.month)}.`;
}
