import { show } from '../catalog/records.ts';
import type { Extreme, Profile } from '../snapshot/import/profile.ts';
import { COMMISSION_TYPE_WORDS } from '../website/format/keyword-words.ts';
import { inWords, money, number, percentage } from '../website/format/numbers.ts';

/** The maximum number of contradictory programs that a line names. */
const MOST_NAMED = 5;
const LONGEST_LABEL = 'organizations without a program'.length + 1;

/** Makes the lines that describe the programs of a first import. A person checks them in a few seconds. */
export function profileLines(profile: Profile): string[] {
	const { programs, figures, contradictory } = profile;
	const of = (some: number) => `${number(some)} of ${number(programs)} (${inWords(percentage(some, programs))})`;
	const types = Object.entries(COMMISSION_TYPE_WORDS)
		.map(([type, words]) => ({ words, some: profile.by_commission_type[type as keyof typeof COMMISSION_TYPE_WORDS] }))
		.filter(({ some }) => some > 0)
		.map(({ words, some }) => `${number(some)} ${words}`);
	const unstated = programs - Object.values(profile.by_commission_type).reduce((sum, some) => sum + some, 0);
	if (unstated > 0) types.push(`${number(unstated)} not stated`);
	const usual = profile.usual_values.map(
		({ field, value, share }) => `${field} ${show(value)} (${Math.floor(100 * share)}%)`,
	);
	const range = (label: string, extremes: Profile['figures'][keyof Profile['figures']], write: WriteFigure) =>
		extremes === undefined ? [] : [row(label, rangeOf(extremes, write))];
	const more = contradictory.length > MOST_NAMED ? ', …' : '';
	return [
		'Profile of the programs, to check at a glance:',
		row('commission figure', of(profile.with_commission)),
		row('commission type', types.join(', ')),
		row('cookie duration', of(profile.with_cookie_days)),
		row('sign-up link', of(profile.with_signup_url)),
		row('domains', number(profile.domains)),
		row('organizations without a program', number(profile.organizations_without_program)),
		...range('commission, percentage', figures.commission_rate, ({ value }) => `${number(value)}%`),
		...range('commission, amount', figures.commission_amount, amountOf),
		...range('cookie duration, days', figures.cookie_days, ({ value }) => number(value)),
		...range('payout threshold', figures.payout_minimum, amountOf),
		row('nearly the same everywhere', usual.length === 0 ? 'nothing' : usual.join(', ')),
		row(
			'contradictory terms',
			contradictory.length === 0
				? 'none'
				: `${number(contradictory.length)}: ${contradictory.slice(0, MOST_NAMED).join(', ')}${more}`,
		),
	];
}

const row = (label: string, text: string) => `  ${`${label}:`.padEnd(LONGEST_LABEL)} ${text}`;

type WriteFigure = (extreme: Extreme) => string;

function rangeOf({ lowest, highest }: { readonly lowest: Extreme; readonly highest: Extreme }, write: WriteFigure) {
	const [from, to] = [lowest, highest].map((extreme) => `${write(extreme)} (${extreme.program})`);
	return lowest.program === highest.program ? from! : `${from} to ${to}`;
}

const amountOf = ({ value, currency }: Extreme) =>
	currency === null ? number(value) : inWords(money(value, currency));
