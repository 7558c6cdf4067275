import { barX, text } from '@observablehq/plot';
import { excerpt } from '../../../shared/excerpt.ts';
import { chartSvg } from './svg.ts';

interface Bar {
	readonly name: string;
	readonly count: number;
	/** The label at the end of the bar. */
	readonly label: string;
}

/** The width of the row names. */
export const NAMES = 116;
/** The height of a row. */
export const ROW = 24;
const LABELS = 72;
/**
 * The maximum number of characters of a name in a tooltip. The chart cuts names that do not fit and shows them in a
 * tooltip.
 */
const LONGEST_NAME = 100;

/** Draws a bar for each group, one below the other. */
export function barChart(bars: readonly Bar[], description: string): string {
	// Bars are placed by row number, because two groups may have the same name.
	const place = { x: 'count', y: (_: Bar, row: number) => row };
	return chartSvg(
		{
			height: bars.length * ROW,
			margin: 0,
			marginLeft: NAMES,
			marginRight: LABELS,
			x: { domain: [0, Math.max(1, ...bars.map(({ count }) => count))], axis: null },
			y: { domain: bars.keys().toArray(), padding: 0.3, axis: null },
			marks: [
				barX(bars, { ...place, className: 'mark' }),
				text(bars, { ...place, text: 'label', textAnchor: 'start', dx: 5, className: 'value' }),
				rowNames(bars),
			],
		},
		description,
	);
}

/** Draws the row names, aligned left. Names that do not fit are cut. */
export function rowNames(rows: readonly { readonly name: string }[]) {
	return text(rows, {
		y: (_, row: number) => row,
		text: ({ name }) => excerpt(name, LONGEST_NAME),
		frameAnchor: 'left',
		dx: -NAMES,
		lineWidth: 9,
		textOverflow: 'ellipsis',
		className: 'name',
	});
}
