/**
 * The pay figure is a small drawing that shows what a program pays. Each bar is a monthly payment, and its height shows
 * the rate. Each block below the bars is 30 days of the cookie. The meaning does not depend on colors: hollow means "up
 * to", and a pin instead of a bar means an amount of money. Nothing is drawn for unknown facts.
 */
import { type CommissionFields, commissionOf } from '../../catalog/commission.ts';

export interface PayFields extends CommissionFields {
	readonly cookie_days: number | null;
}

/** The shapes of the figure as SVG path data. */
export interface PayFigure {
	/** The filled shapes of the commission. */
	readonly bars: string;
	/** The outline of a commission that is only a maximum. Empty for other commissions. */
	readonly outline: string;
	/** The blocks of the cookie. */
	readonly cookie: string;
	/** The line after the blocks, for the days after the cookie has expired. */
	readonly rest: string;
}

/** The size of the figure, in the units of its SVG paths. */
export const PAY_FIGURE = { width: 40, height: 28 } as const;

const YEAR = 12;
/** The height of a bar if the rate is `HIGHEST_RATE` percent or more. */
const HEIGHT = 20;
const HIGHEST_RATE = 50;
/** Pins have the full height for this amount or more. The scale for amounts is logarithmic. */
const HIGHEST_AMOUNT = 1000;
/** The distance from the start of one monthly bar to the start of the next one. Each bar is 2 units wide. */
const STEP = 3;
const WIDTH = YEAR * STEP - 1;
const SINGLE = 5;
/** If the duration of a recurring commission is unknown, only this many bars are full. The others have only a top. */
const CERTAIN = 3;
const BLOCKS = { y: 23, height: 3, width: 11, step: 12, days: 30, count: 3 } as const;

/** Draws a program's figure. Returns null if it has no commission figure. */
export function payFigure(program: PayFields): PayFigure | null {
	const { rate, amount, qualifier, months } = commissionOf(program);
	if (qualifier === null) return null;
	const count = Math.min(months ?? YEAR, YEAR);
	const height = heightOf(rate, amount);
	const arrow =
		months !== null && months > YEAR ? `M${WIDTH + 1} ${HEIGHT - height}l4 ${height / 2}-4 ${height / 2}z` : '';
	const base = cookieShapes(program.cookie_days);
	if (qualifier === 'up_to') {
		return { bars: arrow, outline: frame(count === 1 ? SINGLE : count * STEP - 1, height), ...base };
	}
	const draw = rate === null ? pin : bar;
	const bars = Array.from({ length: count }, (_, month) =>
		months === null && month >= CERTAIN ? bar(month * STEP, 2, height, 1) : draw(month * STEP, 2, height),
	);
	return { bars: (count === 1 ? draw(0, SINGLE, height) : bars.join('')) + arrow, outline: '', ...base };
}

function heightOf(rate: number | null, amount: number | null): number {
	const share = rate === null ? Math.log(Math.max(amount ?? 1, 1)) / Math.log(HIGHEST_AMOUNT) : rate / HIGHEST_RATE;
	return Math.max(2, Math.round(Math.min(share, 1) * HEIGHT));
}

function cookieShapes(days: number | null): Pick<PayFigure, 'cookie' | 'rest'> {
	const { y, height, step, count } = BLOCKS;
	if (days === null) return { cookie: '', rest: '' };
	const blocks = Array.from({ length: count }, (_, block) => {
		const width = Math.round(BLOCKS.width * Math.min(Math.max(days / BLOCKS.days - block, 0), 1));
		const x = block * step;
		return { x, width: days === 0 && block === 0 ? 2 : width };
	});
	const longer = days > BLOCKS.days * count ? `M${WIDTH + 1} ${y}l4 1.5-4 1.5z` : '';
	return {
		cookie: blocks.map(({ x, width }) => (width > 0 ? rect(x, y, width, height) : '')).join('') + longer,
		rest: blocks
			.map(({ x, width }) => (width < BLOCKS.width ? rect(x + width, y + 1, BLOCKS.width - width, 1) : ''))
			.join(''),
	};
}

/** Draws a bar on the baseline. @param part how much of its height to draw, from the top down */
function bar(x: number, width: number, height: number, part = height): string {
	return rect(x, HEIGHT - height, width, part);
}

/** Draws a pin: a bar with a head that is separated by a gap. */
function pin(x: number, width: number, height: number): string {
	const head = Math.min(height, width === SINGLE ? SINGLE : 3);
	const foot = Math.max(height - head - 1, 0);
	const stem = width === SINGLE ? 1 : width;
	return bar(x, width, height, head) + (foot > 0 ? rect(x + (width - stem) / 2, HEIGHT - foot, stem, foot) : '');
}

function rect(x: number, y: number, width: number, height: number): string {
	return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** Draws the outline of a rectangle on the baseline. The outline is inset by 0.5, which is half of the stroke width. */
function frame(width: number, height: number): string {
	return `M.5 ${HEIGHT - height + 0.5}h${width - 1}v${height - 1}h-${width - 1}z`;
}
