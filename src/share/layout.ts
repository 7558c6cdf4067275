/** The layout of a share image in the colours of the site, as boxes for the library satori. */
import { spaceBefore } from '../site/format/numbers.ts';
import { SHARE_IMAGE_SIZE } from './address.ts';
import type { CardFigure, ShareCard } from './share-card.ts';

/** An element in the form that satori takes. */
export interface Box {
	readonly type: 'div';
	readonly props: { readonly style: Style; readonly children: readonly Box[] | string };
}

type Style = { readonly [property: string]: string | number };

/** The light colours of tokens.css. */
const PAPER = 'oklch(0.993 0.003 95)';
const INK = 'oklch(0.25 0.015 265)';
const QUIET = 'oklch(0.5 0.015 265)';
const LINE = 'oklch(0.9 0.006 265)';

const MARGIN = 72;
const GAP = 56;
const LARGEST_FIGURE = 96;
/** The width of a digit and the size of a unit, relative to the size of the figure. */
const DIGIT_WIDTH = 0.62;
const UNIT = 0.45;

export function layout(card: ShareCard, site: { readonly name: string; readonly accent: string }): Box {
	const size = figureSize(card.figures);
	return box(
		{
			...SHARE_IMAGE_SIZE,
			boxSizing: 'border-box',
			flexDirection: 'column',
			justifyContent: 'space-between',
			padding: `${MARGIN * 0.75}px ${MARGIN}px`,
			backgroundColor: PAPER,
			color: INK,
			fontSize: 32,
			lineHeight: 1.3,
			borderTop: `16px solid ${site.accent}`,
		},
		[
			box({ flexDirection: 'column' }, [
				text(card.name, {
					fontSize: card.name.length <= 24 ? 84 : 56,
					fontWeight: 600,
					lineHeight: 1.15,
					letterSpacing: '-0.02em',
					...TWO_LINES,
				}),
				text(card.about, { color: QUIET, marginTop: 12, ...TWO_LINES }),
			]),
			box(
				{ gap: GAP },
				card.figures.map((figure) => column(figure, size)),
			),
			card.name === site.name
				? box({}, [])
				: text(site.name, { color: QUIET, fontSize: 26, borderTop: `2px solid ${LINE}`, paddingTop: 20 }),
		],
	);
}

/** The largest size at which all figures fit side by side, so that none loses a digit. */
function figureSize(figures: readonly CardFigure[]): number {
	const width = SHARE_IMAGE_SIZE.width - 2 * MARGIN - GAP * (figures.length - 1);
	const digits = figures.reduce((sum, { quantity }) => sum + quantity.figure.length + quantity.unit.length * UNIT, 0);
	return Math.min(LARGEST_FIGURE, Math.floor(width / digits / DIGIT_WIDTH));
}

function column({ label, quantity: { figure, unit }, note }: CardFigure, size: number): Box {
	return box({ flexDirection: 'column' }, [
		text(label, { color: QUIET, fontSize: 26, whiteSpace: 'nowrap' }),
		box({ alignItems: 'baseline', lineHeight: 1.2, whiteSpace: 'nowrap' }, [
			// A zero-width space keeps the height of the line if the figure is unknown.
			text(figure || '\u200b', { fontSize: size, fontWeight: 600, letterSpacing: '-0.02em' }),
			text(unit, { color: QUIET, fontSize: size * UNIT, marginLeft: figure && spaceBefore(unit) ? size * 0.1 : 0 }),
		]),
		text(note, { fontSize: 30, whiteSpace: 'nowrap' }),
	]);
}

/** Cuts off text that does not fit, and breaks long words. */
const TWO_LINES: Style = { display: 'block', lineClamp: 2, wordBreak: 'break-word' };

function text(words: string, style: Style): Box {
	return { type: 'div', props: { style: { display: 'flex', ...style }, children: words } };
}

function box(style: Style, children: readonly Box[]): Box {
	return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}
