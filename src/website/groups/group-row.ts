/** Makes table rows for categories and networks. */
import type { PageLink } from '../addresses.ts';
import type { WithPrograms } from '../directory/directory.ts';
import type { Quantity } from '../format/numbers.ts';
import { COMMISSION_RATE, COOKIE_DAYS, medianOf } from '../statistics/measures.ts';

export interface GroupRow extends PageLink {
	readonly description: string | null;
	readonly icon?: string | undefined;
	readonly logo?: string | null | undefined;
	readonly programs: number;
	readonly medianCommission: Quantity | null;
	readonly medianCookie: Quantity | null;
}

interface GroupLook {
	readonly name: string;
	readonly description: string | null;
	readonly icon?: string;
	readonly logo?: string | null;
}

export function groupRow(
	{ name, description, icon, logo, programs }: WithPrograms<GroupLook>,
	address: string,
): GroupRow {
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
