/** Lays out a share image in the site's colours, as boxes for the satori library. */

import { themeColors } from '../../config/site/theme-colors.ts';
import { spaceBefore } from '../format/numbers.ts';
import { SHARE_IMAGE_SIZE } from './address.ts';
import type { CardFigure, ShareCard } from './share-card.ts';

/** An element in the form that satori accepts. */
export type Box =
	| { readonly type: 'div'; readonly props: { readonly style: Style; readonly children: readonly Box[] | string } }
	| {
			readonly type: 'img';
			readonly props: { readonly src: string; readonly width: number; readonly height: number; readonly style: Style };
	  };

type Style = { readonly [property: string]: string | number };

const MARGIN = 72;
const GAP = 56;
const LARGEST_FIGURE = 88;
/** The width of a digit and the font size of a unit, both relative to the font size of their figure. */
const DIGIT_WIDTH = 0.62;
const UNIT = 0.45;

/** @param site its name, and its mark as SVG */
export function layout(card: ShareCard, site: { readonly name: string; readonly mark: string }): Box {
	const { ink, onInk, quietOnInk } = themeColors();
	const size = figureSize(card.figures, SHARE_IMAGE_SIZE.width - 2 * MARGIN);
	return box(
		{
			...SHARE_IMAGE_SIZE,
			boxSizing: 'border-box',
			flexDirection: 'column',
			justifyContent: 'space-between',
			padding: `${MARGIN * 0.75}px ${MARGIN}px`,
			backgroundColor: ink,
			color: onInk,
			fontSize: 32,
			lineHeight: 1.3,
		},
		[
			box({ alignItems: 'center', gap: 20 }, [
				picture(site.mark, 56),
				box({ fontFamily: DISPLAY, fontSize: 34, fontWeight: 600 }, site.name),
			]),
			box({ flexDirection: 'column' }, [
				box(
					{
						fontFamily: DISPLAY,
						fontSize: card.name.length <= 24 ? 92 : 58,
						fontWeight: 600,
						lineHeight: 1.1,
						letterSpacing: '-0.02em',
						...TWO_LINES,
					},
					card.name,
				),
				box({ color: quietOnInk, marginTop: 12, ...TWO_LINES }, card.about),
			]),
			box(
				{ gap: GAP },
				card.figures.map((figure) => column(figure, size)),
			),
		],
	);
}

const DISPLAY = 'Commissioner Flair, Inter';

/** Returns the largest font size at which all figures fit side by side, so that no digit is cut off. */
function figureSize(figures: readonly CardFigure[], room: number): number {
	const width = room - GAP * (figures.length - 1);
	const digits = figures.reduce((sum, { quantity }) => sum + quantity.figure.length + quantity.unit.length * UNIT, 0);
	return Math.min(LARGEST_FIGURE, Math.floor(width / digits / DIGIT_WIDTH));
}

function column({ label, quantity: { figure, unit }, note }: CardFigure, size: number): Box {
	const { quietOnInk } = themeColors();
	return box({ flexDirection: 'column' }, [
		box({ color: quietOnInk, fontSize: 26, whiteSpace: 'nowrap' }, label),
		box({ alignItems: 'baseline', lineHeight: 1.2, whiteSpace: 'nowrap' }, [
			// A zero-width space keeps the height of the line if the figure is unknown.
			box({ fontSize: size, fontWeight: 600, letterSpacing: '-0.02em' }, figure || '\u200b'),
			box({ color: quietOnInk, fontSize: size * UNIT, marginLeft: figure && spaceBefore(unit) ? size * 0.1 : 0 }, unit),
		]),
		box({ fontSize: 28, whiteSpace: 'nowrap' }, note || '\u200b'),
	]);
}

function picture(svg: string, size: number): Box {
	return {
		type: 'img',
		props: {
			src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
			width: size,
			height: size,
			style: { flexShrink: 0 },
		},
	};
}

/** Cuts off text after two lines, and breaks long words. */
const TWO_LINES: Style = { display: 'block', lineClamp: 2, wordBreak: 'break-word' };

function box(style: Style, children: readonly Box[] | string): Box {
	return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}
