/** Draws charts as SVG with Plot. Plot's own styles are removed, because the site's style sheet determines the look. */
import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/**
 * The width of every chart. Text on a phone has the same width. At this width, the chart's text has the size set by the
 * style sheet. On larger screens, the chart and its text grow a little.
 */
const WIDTH = 328;

const { document } = parseHTML('<!doctype html><html></html>');

/** Returns the SVG of a chart, with a description for assistive technology. */
export function chartSvg(options: PlotOptions, text: string): string {
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
