/** Computes figures about the records of a first import, so that a person can see whether they can be right. */
import { commissionOf } from '../../catalog/commission.ts';
import { COMMISSION_TYPES, type CommissionType } from '../../catalog/offer.ts';
import type { Program } from '../../catalog/program.ts';
import { domainOf } from '../changes/diff.ts';
import { contradictoryWords } from '../record-rules.ts';
import type { ImportPlan } from './plan.ts';
import { DIFFERING_FIELDS, ValueCounts } from './usual-values.ts';

/** The figures whose lowest and highest values a profile has. */
const FIGURES = ['commission_rate', 'commission_amount', 'cookie_days', 'payout_minimum'] as const;
type Figure = (typeof FIGURES)[number];

/** The fields that should differ from program to program. */
const DIFFERING = [
	...DIFFERING_FIELDS,
	'description',
	'commission_rate',
	'commission_amount',
	'tracking_platform',
] as const satisfies readonly (keyof Program)[];

export interface Profile {
	readonly programs: number;
	/** The programs with a percentage or an amount. */
	readonly with_commission: number;
	readonly by_commission_type: { readonly [T in CommissionType]: number };
	readonly with_cookie_days: number;
	readonly with_signup_url: number;
	/** The number of different domains of their websites. */
	readonly domains: number;
	readonly organizations_without_program: number;
	/** The fields in which nearly all programs that have a value have the same one. */
	readonly usual_values: readonly UsualField[];
	/** The programs with the lowest and the highest value. A figure that no program has is left out. */
	readonly figures: { readonly [F in Figure]?: { readonly lowest: Extreme; readonly highest: Extreme } };
	/** The slugs of the programs whose words contradict each other or their columns. */
	readonly contradictory: readonly string[];
}

export interface UsualField {
	readonly field: (typeof DIFFERING)[number];
	readonly value: unknown;
	/** The share of the programs with a value that have this value, from 0 to 1. */
	readonly share: number;
}

export interface Extreme {
	/** The slug of a program. */
	readonly program: string;
	readonly value: number;
	/** The program's currency. */
	readonly currency: string | null;
}

/** Returns the profile of the records that an import adds, or undefined if it adds no programs. */
export function profileOf({ organizations, programs }: ImportPlan['writes']): Profile | undefined {
	if (programs.length === 0) return undefined;
	const having = (has: (program: Program) => boolean) => programs.filter(has).length;
	const owners = new Set(programs.map(({ organization }) => organization));
	const today = new Date().toISOString().slice(0, 10);
	const types = programs.map((program) => commissionOf(program, today).type);
	return {
		programs: programs.length,
		with_commission: having(
			({ commission_rate, commission_amount }) => (commission_rate ?? commission_amount) !== null,
		),
		by_commission_type: Object.fromEntries(
			COMMISSION_TYPES.map((type) => [type, types.filter((other) => other === type).length]),
		) as Profile['by_commission_type'],
		with_cookie_days: having(({ cookie_days }) => cookie_days !== null),
		with_signup_url: having(({ signup_url }) => signup_url !== null),
		domains: new Set(programs.map(({ website_url }) => domainOf(new URL(website_url)))).size,
		organizations_without_program: organizations.filter(({ slug }) => !owners.has(slug)).length,
		usual_values: DIFFERING.flatMap((field) => {
			const counts = new ValueCounts();
			for (const program of programs) counts.add(program[field]);
			const usual = counts.usual();
			return usual === undefined ? [] : [{ field, value: usual.value, share: usual.count / usual.of }];
		}),
		figures: Object.fromEntries(FIGURES.flatMap((figure) => extremesOf(programs, figure))),
		contradictory: programs.filter((program) => contradictoryWords(program).length > 0).map(({ slug }) => slug),
	};
}

function extremesOf(programs: readonly Program[], figure: Figure): [Figure, { lowest: Extreme; highest: Extreme }][] {
	const known = programs
		.flatMap(({ slug: program, currency, [figure]: value }) => (value === null ? [] : [{ program, value, currency }]))
		.sort((a, b) => a.value - b.value);
	return known.length === 0 ? [] : [[figure, { lowest: known[0]!, highest: known.at(-1)! }]];
}
