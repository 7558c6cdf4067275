import { axisX, axisY, barY, ruleY, text } from '@observablehq/plot';
import { number } from '../../format/numbers.ts';
import { chartSvg } from './svg.ts';

export interface Column {
	readonly name: string;
	readonly count: number;
}

interface ColumnChart {
	readonly columns: readonly Column[];
	/** The label of the horizontal axis, with its unit: `% of the sale`. */
	readonly axis: string;
	/** The unit of the column heights: `programs`. */
	readonly counted: string;
}

/** Draws a column for each step of a scale, with the count above the column. */
export function columnChart({ columns, axis, counted }: ColumnChart): string {
	const place = { x: 'name', y: 'count' };
	return chartSvg(
		{
			height: 152,
			marginTop: 34,
			marginBottom: 36,
			marginLeft: 0,
			marginRight: 0,
			x: { domain: columns.map(({ name }) => name), padding: 0.12, paddingOuter: 0 },
			// At least 1, so that the chart has a height even if all counts are 0.
			y: { domain: [0, Math.max(1, ...columns.map(({ count }) => count))] },
			marks: [
				barY(columns, { ...place, className: 'mark' }),
				text(columns, { ...place, text: ({ count }) => number(count), dy: -8, className: 'value' }),
				ruleY([0]),
				axisX({ tickSize: 0, label: axis, labelAnchor: 'center', labelOffset: 34 }),
				axisY({ ticks: [], label: counted, labelArrow: 'none', labelOffset: 0 }),
			],
		},
		`Columns: ${counted} by ${axis}`,
	);
}
