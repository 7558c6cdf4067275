/** The contents of a share image: a name, a line below it, and the key figures. */
import type { ProgramDetail } from '../../catalog/resources.ts';
import { excerpt } from '../../shared/text.ts';
import { detailedProgram, type ListedProgram } from '../directory/listed-program.ts';
import { averageRating, cookie } from '../format/facts.ts';
import { count, inWords, number, type Quantity } from '../format/numbers.ts';
import { briefNotes, commissionFigures, commissionInWords } from '../format/short-pay.ts';

export interface ShareCard {
	readonly name: string;
	readonly about: string;
	readonly figures: readonly CardFigure[];
}

export interface CardFigure {
	readonly label: string;
	readonly quantity: Quantity;
	/** A note below the figure. */
	readonly note: string;
}

const LONGEST_NAME = 80;
const LONGEST_ABOUT = 120;
const LONGEST_NOTE = 24;
const LONGEST_WORDS = 32;
const UNKNOWN: Quantity = { figure: '', unit: 'not stated' };

export function programCard(detail: ProgramDetail): ShareCard {
	const program = detailedProgram(detail);
	const average = averageRating(program);
	return {
		// The slug, if the font lacks characters of the name.
		name: excerpt(drawable(detail.name) ?? detail.slug, LONGEST_NAME),
		about: aboutOf(detail.organization.name === detail.name ? detail.description : `by ${detail.organization.name}`),
		figures: [
			{
				label: 'Commission',
				quantity: commission(program),
				note: excerpt(drawable(briefNotes(program) || (detail.commission_text ?? '')) ?? '', LONGEST_NOTE),
			},
			{ label: 'Cookie', quantity: cookie(program.cookie_days) ?? UNKNOWN, note: '' },
			...(average ? [{ label: 'Rating', quantity: average, note: count(program.review_count, 'review') }] : []),
		],
	};
}

/**
 * Returns the commission as a single figure, such as `up to 60` or `$50 + 20`, with the unit of its last part. Returns
 * a commission in words as a unit, because units are drawn in smaller letters.
 */
function commission(program: ListedProgram): Quantity {
	const figures = commissionFigures(program);
	const last = figures.at(-1);
	if (last === undefined) {
		const words = commissionInWords(program, LONGEST_WORDS);
		return words === null ? UNKNOWN : { figure: '', unit: drawable(words) ?? 'quoted on its page' };
	}
	const before = figures.slice(0, -1).map(inWords);
	return { figure: [...before, last.before, last.figure].filter(Boolean).join(' '), unit: last.unit };
}

/** @param counts of these, only the numbers above 0 are shown. Only listed organizations count */
export function siteCard(
	site: { readonly headline: string; readonly description: string },
	counts: { readonly programs: number; readonly organizations: number; readonly reviews: number },
): ShareCard {
	const figures = Object.entries({
		Programs: counts.programs,
		Organizations: counts.organizations,
		Reviews: counts.reviews,
	});
	return {
		name: site.headline,
		about: aboutOf(site.description),
		figures: figures
			.filter(([, value]) => value > 0)
			.map(([label, value]) => ({ label, quantity: { figure: number(value), unit: '' }, note: '' })),
	};
}

/** Returns the start of a text, or an empty string if the font lacks some of its characters. */
function aboutOf(text: string): string {
	return excerpt(drawable(text) ?? '', LONGEST_ABOUT);
}

/** Matches text that the image font can draw: the characters in tokens.css, except two that Inter lacks. */
const CHARACTERS =
	/^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0218-\u021b\u2009-\u200b\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2039\u203a\u20a4\u20ac\u20b9\u20ba\u2122\u2190-\u2193\u2212\u2264\u2265]*$/;

/** Returns the text as a single line if the font can draw all of its characters, otherwise undefined. */
export function drawable(text: string): string | undefined {
	const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
	return CHARACTERS.test(line) ? line : undefined;
}
