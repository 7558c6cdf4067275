import { monthOf } from '../format/dates.ts';
import { count, number } from '../format/numbers.ts';

export interface Month {
	readonly month: string;
	/** The number of programs added in this month. It is at least 1. */
	readonly added: number;
	/** The number of programs at the end of this month. */
	readonly total: number;
}

/** Returns the months in which programs were added, in order. Leaves out all other months. */
export function growth(programs: readonly { readonly created_at: string }[]): Month[] {
	const byMonth = Map.groupBy(programs, ({ created_at }) => created_at.slice(0, 7));
	let total = 0;
	return [...byMonth.keys()].sort().map((month) => {
		const added = byMonth.get(month)!.length;
		total += added;
		return { month, added, total };
	});
}

/** Describes the growth: when the first program was added, and how many were added in the last year. */
export function growthSentence(months: readonly Month[]): string {
	const [first, last] = [months[0], months.at(-1)];
	if (!first || !last) return 'No programs yet.';
	if (first === last) return `${count(last.total, 'program')}, all listed in ${monthOf(last.month)}.`;
	const before = `${Number(last.month.slice(0, 4)) - 1}${last.month.slice(4)}`;
	const added = months.filter(({ month }) => month > before).reduce((sum, { added }) => sum + added, 0);
	const programs = `${count(last.total, 'program')} added since ${monthOf(first.month)}`;
	return added === last.total
		? `${programs}.`
		: `${programs}, ${number(added)} of them in the year to ${monthOf(last.month)}.`;
}
