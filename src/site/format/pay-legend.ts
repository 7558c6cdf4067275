/** Explains each part of a program's pay figure in words. */
import { commissionOf } from '../../catalog/commission.ts';
import type { ListedProgram } from '../listed-program.ts';
import { inWords } from './numbers.ts';
import { paidMonths } from './pay-figure.ts';
import { commissionText, cookie, TERMS_UNCLEAR } from './terms.ts';

export interface LegendEntry {
	/** The name of the part of the figure. */
	readonly part: string;
	readonly meaning: string;
}

export function payLegend(program: ListedProgram): LegendEntry[] {
	const { isUnclear } = commissionOf(program);
	const days = cookie(program.cookie_days);
	const months = paidMonths(program);
	const blocks = (program.cookie_days ?? 0) > 30 ? ', in blocks of 30 days' : '';
	return [
		{
			part: 'Height',
			meaning: isUnclear ? TERMS_UNCLEAR.toLowerCase() : commissionText(program) || 'no single figure',
		},
		{ part: months === 1 ? 'One bar' : 'Bars', meaning: payments(months) },
		{ part: 'Base', meaning: days === null ? 'cookie not published' : `cookie: ${inWords(days)}${blocks}` },
	];
}

function payments(months: number | null): string {
	if (months === 1) return 'paid once';
	if (months === null) return 'paid repeatedly, duration not published';
	return months === Number.POSITIVE_INFINITY ? 'paid as long as the customer pays' : `paid for ${months} months`;
}
