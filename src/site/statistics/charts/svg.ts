/** Charts as SVG for pages: drawn by Plot, dressed by the style sheet. */
import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/**
 * How wide every chart is drawn: as the text of a page is on a phone. There its letters have the size that the style
 * sheet gives them; elsewhere the chart grows a little, and its letters with it.
 */
export const WIDTH = 328;

const { document } = parseHTML('<!doctype html><html></html>');

/** The SVG of a chart, an image to assistive technology with a text in its place. */
export function chartSvg(options: PlotOptions, text: string): string {
	const svg = plot({ ...options, document, width: WIDTH, className: 'chart' });
	// The style sheet does what these would, and a strict Content-Security-Policy forbids them.
	for (const style of svg.querySelectorAll('style')) style.remove();
	for (const name of ['width', 'height', 'font-size', 'font-family']) svg.removeAttribute(name);
	for (const element of svg.querySelectorAll('*')) tidy(element);
	svg.setAttribute('role', 'img');
	svg.setAttribute('aria-label', text);
	return svg.outerHTML;
}

/** Gives the parts that Plot names for assistive technology those names as classes: nobody looks inside an image. */
function tidy(element: Element): void {
	const part = element.getAttribute('aria-label');
	if (part && !element.hasAttribute('class')) element.setAttribute('class', part);
	// SVG has no `font-variant="tabular-nums"`: the style sheet sets the figures of a chart.
	for (const name of ['style', 'aria-label', 'aria-hidden', 'font-variant']) element.removeAttribute(name);
	for (const { name, value } of [...element.attributes]) {
		element.setAttribute(
			name,
			value.replace(/\d+\.\d{2,}/g, (digits) => String(Math.round(Number(digits) * 10) / 10)),
		);
	}
}
