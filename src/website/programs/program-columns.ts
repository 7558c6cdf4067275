/** The optional columns of a table of programs. */
import type { ListedProgram } from '../directory/listed-program.ts';

type ColumnFields = Pick<ListedProgram, 'cookie_days' | 'review_count'> &
	Partial<Pick<ListedProgram, 'tracking_platform'>>;

const COLUMNS = {
	cookie: ({ cookie_days }) => cookie_days !== null,
	rating: ({ review_count }) => review_count > 0,
	network: ({ tracking_platform = null }) => tracking_platform !== null,
} satisfies Record<string, (program: ColumnFields) => boolean>;

export type ColumnName = keyof typeof COLUMNS;

/** Returns the columns in which at least one program has a value. */
export function knownColumns(programs: readonly ColumnFields[]): ReadonlySet<ColumnName> {
	const names = Object.keys(COLUMNS) as ColumnName[];
	return new Set(names.filter((name) => programs.some(COLUMNS[name])));
}
