/** What an image for sharing says: a name, a line below it, and the figures that decide. */
import type { categoryDetail, programDetail } from '../catalog/views.ts';
import { excerpt } from '../site/excerpt.ts';
import { count, inWords, number, type Quantity } from '../site/numbers.ts';
import { averageRating, commissionFigures, commissionType, cookie } from '../site/terms.ts';
import { drawable } from './drawable.ts';

export interface Picture {
	readonly name: string;
	readonly about: string;
	readonly figures: readonly PictureFigure[];
}

export interface PictureFigure {
	readonly label: string;
	readonly quantity: Quantity;
	/** What the figure says no more of. */
	readonly note: string;
}

const LONGEST_NAME = 80;
const LONGEST_ABOUT = 120;
const LONGEST_NOTE = 24;
const UNKNOWN: Quantity = { figure: '', unit: 'not published' };

/** What a program pays, to whom it may be recommended by which rating. */
export function programPicture(detail: ReturnType<typeof programDetail>): Picture {
	const program = { ...detail, rating_average: detail.review_count === 0 ? null : detail.rating };
	const average = averageRating(program);
	return {
		name: nameOf(detail),
		about: aboutOf(detail.organization.name === detail.name ? detail.description : `by ${detail.organization.name}`),
		figures: [
			{
				label: 'Commission',
				quantity: commission(commissionFigures(program)),
				note: excerpt(drawable(commissionType(program)) ?? '', LONGEST_NOTE),
			},
			{ label: 'Cookie', quantity: cookie(program.cookie_days) ?? UNKNOWN, note: '' },
			...(average ? [{ label: 'Rating', quantity: average, note: count(program.review_count, 'review') }] : []),
		],
	};
}

/** An amount and a percentage stand in one figure; the words of a program would be too long for it. */
function commission(figures: readonly Quantity[]): Quantity {
	const last = figures.at(-1);
	if (last === undefined) return UNKNOWN;
	return { figure: [...figures.slice(0, -1).map(inWords), last.figure].join(' + '), unit: last.unit };
}

/** How many programs a category has, and the best of what they offer. */
export function categoryPicture(
	detail: ReturnType<typeof categoryDetail>,
	best: { readonly commission_rate: number | null; readonly cookie_days: number | null },
): Picture {
	const days = cookie(best.cookie_days || null);
	return {
		name: nameOf(detail),
		about: aboutOf(detail.description ?? ''),
		figures: [
			{ label: 'Affiliate programs', quantity: whole(detail.program_count), note: '' },
			...(best.commission_rate === null
				? []
				: [{ label: 'Highest commission', quantity: { figure: number(best.commission_rate), unit: '%' }, note: '' }]),
			...(days ? [{ label: 'Longest cookie', quantity: days, note: '' }] : []),
		],
	};
}

/** The directory in figures. */
export function sitePicture(
	site: { readonly name: string; readonly description: string },
	counts: { readonly programs: number; readonly organizations: number; readonly reviews: number },
): Picture {
	const figures = Object.entries({
		Programs: counts.programs,
		Organizations: counts.organizations,
		Reviews: counts.reviews,
	});
	return {
		name: site.name,
		about: aboutOf(site.description),
		figures: figures
			.filter(([, value]) => value > 0)
			.map(([label, value]) => ({ label, quantity: whole(value), note: '' })),
	};
}

function whole(value: number): Quantity {
	return { figure: number(value), unit: '' };
}

/** A name in letters that the font lacks is replaced by the slug. */
function nameOf({ name, slug }: { readonly name: string; readonly slug: string }): string {
	return excerpt(drawable(name) ?? slug, LONGEST_NAME);
}

/** What cannot be drawn is left out. */
function aboutOf(text: string): string {
	return excerpt(drawable(text) ?? '', LONGEST_ABOUT);
}
