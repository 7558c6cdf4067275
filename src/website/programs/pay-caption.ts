import { commissionOf } from '../../catalog/commission.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { inWords } from '../format/numbers.ts';
import { unusualEvent } from '../format/paid-for.ts';
import type { PayFields } from '../format/pay-figure.ts';
import { commissionText, cookie, type PaidProgram } from '../format/terms.ts';

/** Says in one sentence what a program's pay figure shows: `50% for 12 months; cookie 60 days`. */
export function payCaption(program: PayFields & PaidProgram): string {
	const days = cookie(program.cookie_days);
	const pays = basePay(program);
	return days === null ? pays : `${pays}; cookie ${inWords(days)}`;
}

/** Says what the base offer of a program pays: `50% for 12 months`. */
export function basePay(program: PayFields & PaidProgram): string {
	return capitalized(commissionText(program) + period(program));
}

/**
 * Says what a program pays for, and how long. Empty if the program has several commissions and publishes no duration.
 */
function period(program: PayFields): string {
	const { type, rate, isForFirstSale, months } = commissionOf(program);
	const of = rate === null ? ' for' : ' of';
	if (isForFirstSale) return `${of} the first sale`;
	if (months === null) return `${of} each payment`;
	const event = unusualEvent(program);
	if (months === 1 && event !== null) return program.commission_per === 'other' ? `, ${event}` : ` ${event}`;
	if (months === 1) return type === 'one_time' ? ', paid once' : '';
	return months === Number.POSITIVE_INFINITY ? ' for as long as the customer pays' : ` for ${months} months`;
}
