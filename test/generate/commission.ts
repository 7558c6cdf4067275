/** Draws the commissions of generated programs, in the proportions found among real programs. */

import type { CommissionType } from '../../src/catalog/offer.ts';
import type { Program } from '../../src/catalog/program.ts';
import type { Random } from './random.ts';
import { weighted } from './weighted.ts';

const drawType = weighted<CommissionType>([
	[55, ['one_time']],
	[33, ['recurring']],
	[8, ['tiered']],
	[4, ['hybrid']],
]);

/** Draws a rate, in percent. */
const drawRate = weighted([
	[16, [10, 15, 20, 30]],
	[9, [5, 25]],
	[3, [8, 12, 12.5, 35, 40, 50]],
	[0.5, [0, 0.5, 2.5, 3, 4, 7, 7.5, 18, 33, 45, 60, 70, 75, 80, 100, 125, 200]],
]);

const drawAmount = weighted([
	[4, [10, 20, 25, 50, 100]],
	[1, [5, 15, 30, 40, 75, 150, 200, 250, 500]],
	[0.2, [0.25, 1.5, 7.5, 12.99, 1000, 2500]],
]);

/** Draws for how many months a recurring commission is paid: Infinity for life, null if it is not published. */
const drawMonths = weighted([
	[8, [12, Number.POSITIVE_INFINITY]],
	[1, [3, 6, 24, null]],
]);

const drawPayoutMinimum = weighted([
	[7, [50, null]],
	[3, [25, 100]],
	[1, [0, 10, 20, 200]],
]);

const drawPayoutFrequency = weighted([
	[14, ['monthly']],
	[3, [null]],
	[1, ['weekly', 'bi-weekly', 'quarterly', 'on-request']],
]);

const drawCurrency = weighted([
	[70, ['USD']],
	[14, ['EUR']],
	[8, ['GBP']],
	[1, ['CAD', 'AUD', 'CHF', 'SEK', 'PLN', 'INR', 'BRL', 'JPY']],
]);

/** Draws the terms of a program. If there is any amount, there is also a currency. */
export function commission(random: Random) {
	const commission_type = drawType(random);
	const payout_minimum = drawPayoutMinimum(random);
	const currency = drawCurrency(random);
	const [rate, amount, text] = PAY[commission_type](random, currency);
	const hasFigure = rate !== null || amount !== null;
	const months = commission_type === 'recurring' ? drawMonths(random) : null;
	const isForLife = months === Number.POSITIVE_INFINITY;
	return {
		commission_type,
		commission_rate: rate,
		commission_text: random.chance(0.1) ? null : text,
		commission_amount: amount,
		commission_qualifier: hasFigure ? (commission_type === 'tiered' ? 'from' : 'exact') : null,
		commission_maximum: commission_type === 'tiered' && rate !== null ? rate + HIGHER_TIERS : null,
		commission_duration: months === null ? null : isForLife ? 'lifetime' : `${months} months`,
		commission_per: hasFigure ? (commission_type === 'recurring' ? 'payment' : 'sale') : null,
		commission_months: isForLife ? null : months,
		commission_lifetime: isForLife,
		payout_minimum,
		payout_frequency: drawPayoutFrequency(random),
		currency: payout_minimum === null && amount === null ? null : currency,
	} satisfies Partial<Program>;
}

/** How much more the highest tier pays, in percent. */
const HIGHER_TIERS = 10;

type Pay = readonly [rate: number | null, amount: number | null, text: string];

const PAY: { readonly [T in CommissionType]: (random: Random, currency: string) => Pay } = {
	one_time: (random, currency) => {
		const amount = drawAmount(random);
		return random.chance(0.3) ? [null, amount, `${amount} ${currency} per sale`] : rateOf(random, 'per sale');
	},
	recurring: (random) => rateOf(random, 'recurring'),
	tiered: (random) => {
		const rate = drawRate(random);
		return random.chance(0.3) ? [null, null, 'grows with your sales'] : [rate, null, `${rate}–${rate + HIGHER_TIERS}%`];
	},
	hybrid: (random, currency) => {
		const [rate, amount] = [drawRate(random), drawAmount(random)];
		return [rate, amount, `${amount} ${currency} per lead + ${rate}%`];
	},
};

function rateOf(random: Random, when: string): Pay {
	const rate = drawRate(random);
	return random.chance(0.05) ? [null, null, 'varies'] : [rate, null, `${rate}% ${when}`];
}
