/**
 * The commission of a program as an estimate needs it. The estimate also runs in the browser, which does not interpret
 * terms, so they are interpreted here.
 */
import { commissionOf } from '../catalog/commission.ts';
import type { CommissionQualifier } from '../catalog/commission-qualifier.ts';
import type { ListedProgram } from './listed-program.ts';

/** The program fields that the estimate uses. */
export interface Pay
	extends Pick<
		ListedProgram,
		'commission_type' | 'commission_rate' | 'commission_amount' | 'commission_duration' | 'currency'
	> {
	/** Whether the figures, and so the estimate, are exact, a minimum or a maximum. */
	readonly qualifier: Exclude<CommissionQualifier, 'either'>;
}

/**
 * The program fields that an estimate needs; null if its commission has no clear figures, or it pays one of two
 * figures.
 */
export function payOf(program: ListedProgram): Pay | null {
	const { commission_type, commission_rate, commission_amount, commission_duration, currency } = program;
	const { qualifier } = commissionOf(program);
	if (qualifier === null || qualifier === 'either') return null;
	return { commission_type, commission_rate, commission_amount, commission_duration, currency, qualifier };
}
