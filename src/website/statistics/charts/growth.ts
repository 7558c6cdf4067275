import { areaY, axisX, axisY, gridY, lineY, ruleY, text } from '@observablehq/plot';
import { number } from '../../format/numbers.ts';
import type { Month } from '../growth.ts';
import { chartSvg } from './svg.ts';

/** Draws the number of programs at the end of each month. */
export function growthChart(months: readonly Month[]): string {
	const place = { x: ({ month }: Month) => new Date(`${month}-01`), y: 'total', curve: 'step-after' } as const;
	return chartSvg(
		{
			height: 152,
			marginTop: 24,
			marginBottom: 36,
			marginLeft: 36,
			marginRight: 36,
			x: { type: 'utc' },
			y: { nice: 3 },
			marks: [
				gridY({ ticks: 3 }),
				areaY(months, { ...place, className: 'area' }),
				lineY(months, { ...place, className: 'line' }),
				text(months.slice(-1), {
					...place,
					text: ({ total }) => number(total),
					textAnchor: 'start',
					dx: 5,
					className: 'value',
				}),
				ruleY([0]),
				axisX({ ticks: 4, tickSize: 0, label: null }),
				axisY({ ticks: 3, tickSize: 0, label: 'programs', labelArrow: 'none' }),
			],
		},
		'A line: programs listed by the end of each month',
	);
}
