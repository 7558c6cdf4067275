/**
 * Estimates what a program pays by going through the months one by one, written independently of the application's
 * estimates, so that tests can compare the two.
 */
import type { Expectation } from '../../src/catalog/estimate.ts';
import type { Part, Pay, Phase } from '../../src/catalog/pay.ts';

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** @returns the least and the most that is paid, where a minimum has the most `Infinity` */
export function simulatedPay(pay: Pay, expectation: Expectation): readonly [least: number, most: number] {
	const bound = (place: 0 | 1, choose: (...amounts: number[]) => number) => {
		let sum = 0;
		let alternatives: number[] = [];
		for (const part of pay.parts) {
			const paid = partPay(part, expectation, place);
			if (part.relation === 'or') alternatives.push(paid);
			else if (part.relation === 'then') alternatives.push(alternatives.pop()! + paid);
			else {
				if (alternatives.length > 0) sum += choose(...alternatives);
				alternatives = [paid];
			}
		}
		return sum + choose(...alternatives);
	};
	return [cents(bound(0, Math.min)), pay.isMinimum ? Number.POSITIVE_INFINITY : cents(bound(1, Math.max))];
}

/** @param place 0 for the least, 1 for the most */
function partPay({ phases, cap, cap_per }: Part, expectation: Expectation, place: 0 | 1): number {
	const { price, customers, churn, months } = expectation;
	const each = phases.map((phase) => Math.min(eachPay(phase, price)[place], cap ?? Number.POSITIVE_INFINITY));
	const payments = phases.map(() => 0);
	const byMonth = Array.from({ length: months }, () => 0);
	for (let joined = 0; joined < months; joined++) {
		/** What a customer of this month has earned so far, by the first customer of the phases. */
		const earned = new Map<number, number>();
		for (let month = joined; month < months; month++) {
			const stay = (1 - churn / 100) ** (month - joined);
			for (const [i, phase] of phases.entries()) {
				if (!isPaid(phase, month - joined)) continue;
				const first = phase.from_sale ?? 1;
				const end = Math.min((joined + 1) * customers, first - 1 + (phase.sales ?? Number.POSITIVE_INFINITY));
				const some = Math.max(0, end - Math.max(joined * customers, first - 1)) * stay;
				const before = earned.get(first) ?? 0;
				const amount = cap_per === 'customer' ? Math.min(each[i]!, cap! - before) : each[i]!;
				earned.set(first, before + amount);
				payments[i]! += some;
				byMonth[month]! += some === 0 ? 0 : some * amount;
			}
		}
	}
	const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
	if (cap === undefined) {
		return sumOf(
			payments.map(Math.round).map((count, i) => (count === 0 && each[i] !== Infinity ? 0 : count * each[i]!)),
		);
	}
	if (cap_per === 'customer') return sumOf(byMonth);
	const length = { month: 1, year: 12, total: months }[cap_per!];
	const periods = Array.from({ length: months / length }, (_, i) => byMonth.slice(i * length, (i + 1) * length));
	return sumOf(periods.map((period) => Math.min(cap, sumOf(period))));
}

function isPaid({ every, from_month = 1, months = Number.POSITIVE_INFINITY }: Phase, age: number): boolean {
	const since = age - (from_month - 1);
	if (every === undefined) return since === 0;
	return since >= 0 && since < months && (every === 'month' || since % 12 === 0);
}

function eachPay({ rate, amount, maximum, figure }: Phase, price: number): readonly [least: number, most: number] {
	const pay = (percent: number, fixed: number) => cents((price * percent) / 100 + fixed);
	const low = pay(rate ?? 0, amount ?? 0);
	const high =
		maximum === undefined
			? figure === 'from'
				? Number.POSITIVE_INFINITY
				: low
			: rate === undefined
				? cents(maximum)
				: pay(maximum, amount ?? 0);
	return [figure === 'up_to' ? 0 : low, high];
}
