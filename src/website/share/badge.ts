/** Badges: small images that show a program's rating. Other websites can embed them. */
import { readFileSync } from 'node:fs';
import { isVerified } from '../../catalog/provenance.ts';
import type { ProgramDetail } from '../../catalog/resources.ts';
import { publicFile } from '../../config/site/public-files.ts';
import { site } from '../../config/site/site.ts';
import { type ThemeColors, themeColors } from '../../config/site/theme-colors.ts';
import { once } from '../../shared/once.ts';
import { excerpt } from '../../shared/text.ts';
import { escapeText } from '../format/markdown.ts';
import { count, stars } from '../format/numbers.ts';
import { BADGE_HEIGHT as HEIGHT } from './address.ts';

/** The mark, as SVG in Base64. */
const readMark = once(() => readFileSync(publicFile(site().mark), 'base64'));

const LONGEST_SITE = 40;
const LONGEST_NAME = 80;
/** The space around text and signs, in pixels. */
const GAP = 10;
/** The width of a star or a check mark, including the space after it, in pixels. */
const SIGN = 17;
const [SMALL, LARGE] = [11, 14];

// Other sites can have a dark theme too. An image cannot use the custom properties or fonts of the page that embeds it.
const style = ({ surface, quietOnInk, warm }: ThemeColors) => `
.paper{fill:${surface}}.edge{stroke:#cfccc2}.text{fill:#1d2622}.quiet{fill:#55605a}.star{fill:#a9631c}.check{stroke:#17603f}
@media(prefers-color-scheme:dark){.paper{fill:#161d19}.edge{stroke:#5f6963}.text{fill:#edebe5}.quiet{fill:${quietOnInk}}.star{fill:${warm}}.check{stroke:#8ed3ac}}`;

const STAR = 'M6.5 .5l1.7 4.2 4.5.3-3.5 2.9 1.2 4.4-3.9-2.4-3.9 2.4 1.2-4.4L.3 5l4.5-.3z';
const CHECK = 'M1.5 6.5l3.5 3.5 6.5-7.5';

/** A part of the lower line: text, with or without a sign before it. */
interface Part {
	readonly sign?: string;
	readonly text: string;
}

/** Draws the badge of a program as SVG. It shows the rating and whether an editor has verified the program. */
export function programBadge(program: ProgramDetail): string {
	const parts = partsOf(program);
	const colors = themeColors();
	const owner = excerpt(site().name, LONGEST_SITE);
	const left = HEIGHT + GAP;
	let end = left;
	const line = parts.map(({ sign, text }) => {
		const start = end;
		const place = start + (sign === undefined ? 0 : SIGN);
		end = place + textWidth(text, LARGE) + GAP;
		return `${sign === undefined ? '' : `<g transform="translate(${start} 22)">${sign}</g>`}${textAt(place, 33, LARGE, 'text', text)}`;
	});
	const width = Math.ceil(Math.max(end, left + textWidth(owner, SMALL) + GAP));
	const title = escapeText(titleOf(program));
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${style(colors)}</style>
<rect class="paper" width="${width}" height="${HEIGHT}" rx="4.5"/>
<path fill="${colors.ink}" d="M${HEIGHT} 0v${HEIGHT}H4.500a4.5 4.5 0 0 1-4.5-4.5v-${HEIGHT - 9}A4.5 4.5 0 0 1 4.5 0z"/>
<rect class="edge" fill="none" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="4"/>
<image x="10" y="10" width="${HEIGHT - 20}" height="${HEIGHT - 20}" href="data:image/svg+xml;base64,${readMark()}"/>
<g font-family="Inter,system-ui,-apple-system,Helvetica,Arial,sans-serif">${textAt(left, 16, SMALL, 'quiet', owner)}${line.join('')}</g>
</svg>
`;
}

function partsOf(program: ProgramDetail): Part[] {
	const { rating, review_count } = program;
	const parts: Part[] = [];
	if (review_count > 0) {
		parts.push({
			sign: `<path class="star" d="${STAR}"/>`,
			text: `${stars(rating).figure} (${count(review_count, 'review')})`,
		});
	}
	if (isVerified(program))
		parts.push({ sign: `<path class="check" fill="none" stroke-width="2.5" d="${CHECK}"/>`, text: 'Verified' });
	return parts.length > 0 ? parts : [{ text: 'Listed program' }];
}

/** Returns a title such as `Larkpost on Affiliate Program Directory: rated 4.6 of 5 from 38 reviews, verified`. */
function titleOf(program: ProgramDetail): string {
	const { name, rating, review_count } = program;
	const facts = [
		review_count > 0 && `rated ${stars(rating).figure} of 5 from ${count(review_count, 'review')}`,
		isVerified(program) && 'verified',
	].filter(Boolean);
	// XML does not allow these two characters.
	const ownName = excerpt(name.replace(/[\ufffe\uffff]/g, ''), LONGEST_NAME);
	const whole = `${ownName} on ${excerpt(site().name, LONGEST_SITE)}`;
	return facts.length > 0 ? `${whole}: ${facts.join(', ')}` : whole;
}

/**
 * Returns an SVG element with text of a fixed width. Fonts differ between systems, so browsers adjust the letter
 * spacing until the text has this width.
 */
function textAt(x: number, y: number, size: number, style: string, text: string): string {
	const weight = size === LARGE ? ' font-weight="600"' : '';
	return `<text class="${style}" x="${x}" y="${y}" font-size="${size}"${weight} textLength="${textWidth(text, size)}">${escapeText(text)}</text>`;
}

/** The approximate widths of characters in common sans-serif fonts, in ems. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
	[/[ijl.,:;'|!]/, 0.27],
	[/[ ftrI()[\]/-]/, 0.35],
	[/[A-HJ-LN-VX-Z&]/, 0.69],
	[/[mwMW@%]/, 0.89],
	// Chinese, Japanese and Korean.
	[/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/, 1],
];
const USUAL = 0.57;

/** Estimates the width of a line of text, in the same unit as the font size `size`. */
export function textWidth(text: string, size: number): number {
	const ems = Array.from(text, (letter) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL);
	return Math.round(size * ems.reduce((sum, width) => sum + width, 0));
}
