/** Draws charts as SVG with Plot. Plot's own styles are removed, because the site's style sheet determines the look. */

import { areaY, axisX, axisY, barY, gridY, lineY, type PlotOptions, plot, ruleY, text } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { number } from '../format/numbers.ts';
import type { Month } from './growth.ts';

/**
 * The width of every chart. Text on a phone has the same width. At this width, the chart's text has the size set by the
 * style sheet. On larger screens, the chart and its text grow a little.
 */
const WIDTH = 328;

const { document } = parseHTML('<!doctype html><html></html>');

/** Returns the SVG of a chart, with a description for assistive technology. */
function chartSvg(options: PlotOptions, text: string): string {
	const svg = plot({ ...options, document, width: WIDTH, className: 'chart' });
	// A strict Content-Security-Policy forbids inline styles. The style sheet replaces them.
	for (const style of svg.querySelectorAll('style')) style.remove();
	for (const name of ['width', 'height', 'font-size', 'font-family']) svg.removeAttribute(name);
	for (const element of svg.querySelectorAll('*')) tidy(element);
	svg.setAttribute('role', 'img');
	svg.setAttribute('aria-label', text);
	return svg.outerHTML;
}

/** Changes Plot's ARIA labels to classes, because assistive technology does not read the parts of an image. */
function tidy(element: Element): void {
	const part = element.getAttribute('aria-label');
	if (part && !element.hasAttribute('class')) element.setAttribute('class', part);
	// `tabular-nums` is not a valid value of `font-variant` in SVG. The style sheet sets `font-variant-numeric` instead.
	for (const name of ['style', 'aria-label', 'aria-hidden', 'font-variant']) element.removeAttribute(name);
	for (const { name, value } of [...element.attributes]) {
		element.setAttribute(
			name,
			value.replace(/\d+\.\d{2,}/g, (digits) => String(Math.round(Number(digits) * 10) / 10)),
		);
	}
}

interface Column {
	readonly name: string;
	readonly count: number;
}

/**
 * Draws a column for each step of a scale, with the number of programs above the column.
 *
 * @param axis the label of the horizontal axis, with its unit: `% of the sale`
 */
export function columnChart(columns: readonly Column[], axis: string): string {
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
				axisY({ ticks: [], label: 'programs', labelArrow: 'none', labelOffset: 0 }),
			],
		},
		`Columns: programs by ${axis}`,
	);
}

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
