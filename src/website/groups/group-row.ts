/** Makes table rows for categories and networks. */
import type { Place } from '../addresses.ts';
import type { WithPrograms } from '../directory/directory.ts';
import type { Quantity } from '../format/numbers.ts';
import { COMMISSION_RATE, COOKIE_DAYS, medianOf } from '../statistics/measures.ts';

export interface GroupRow extends Place {
	readonly description: string | null;
	readonly icon?: string | undefined;
	readonly logo?: string | null | undefined;
	/** The number of programs in the category or network. */
	readonly programs: number;
	readonly medianCommission: Quantity | null;
	readonly medianCookie: Quantity | null;
}

interface Group {
	readonly name: string;
	readonly description: string | null;
	readonly icon?: string;
	readonly logo?: string | null;
}

export function groupRow({ name, description, icon, logo, programs }: WithPrograms<Group>, address: string): GroupRow {
	return {
		name,
		address,
		description,
		icon,
		logo,
		programs: programs.length,
		medianCommission: medianOf(COMMISSION_RATE, programs),
		medianCookie: medianOf(COOKIE_DAYS, programs),
	};
}
