import { axisX, dot, gridX, ruleY, text } from '@observablehq/plot';
import type { Spread } from '../statistics.ts';
import { NAMES, ROW, rowNames } from './bars.ts';
import { chartSvg } from './svg.ts';

interface SpreadRow {
	readonly name: string;
	readonly spread: Spread;
	/** The median in words. */
	readonly label: string;
}

const LABELS = 52;
/**
 * The maximum value on the axis. Higher values are drawn at the edge, because otherwise one commission of 1000% would
 * flatten all others.
 */
const MOST = 100;
/**
 * The approximate number of labeled values on the axis. The axis ends at a labeled value, so that the end of every line
 * can be read off.
 */
const TICKS = 4;

/** Draws, for each row, a line from the lower to the upper quartile, with a dot at the median. */
export function spreadChart(rows: readonly SpreadRow[], axis: string): string {
	const place = { y: (_: SpreadRow, row: number) => row };
	const most = Math.min(MOST, Math.max(10, ...rows.map(({ spread }) => spread.upper)));
	return chartSvg(
		{
			height: rows.length * ROW + 40,
			marginTop: 4,
			marginBottom: 36,
			marginLeft: NAMES,
			marginRight: LABELS,
			x: { domain: [0, most], nice: TICKS, clamp: true },
			y: { type: 'band', domain: rows.map((_, row) => row), axis: null },
			marks: [
				gridX({ ticks: TICKS }),
				ruleY(rows, {
					...place,
					x1: ({ spread }) => spread.lower,
					x2: ({ spread }) => spread.upper,
					className: 'range',
				}),
				dot(rows, { ...place, x: ({ spread }) => spread.median, r: 4.5, className: 'mark' }),
				text(rows, { ...place, text: 'label', frameAnchor: 'right', dx: LABELS, className: 'value' }),
				rowNames(rows),
				axisX({ ticks: TICKS, tickSize: 0, label: axis, labelAnchor: 'center', labelArrow: 'none', labelOffset: 34 }),
			],
		},
		`Lines from the lower to the upper quartile with a dot for the median: ${axis}`,
	);
}
