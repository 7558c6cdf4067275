import { capitalized } from '../../catalog/keyword-names.ts';
import { COMMISSION_TYPES } from '../../catalog/offer.ts';
import { categoryAddress, HOME, networkAddress, STATISTICS } from '../addresses.ts';
import { latest } from '../directory/directory.ts';
import { lastChange, type PageType } from '../directory/page-type.ts';
import { COMMISSION_TYPE_WORDS } from '../format/keyword-words.ts';
import { type DirectoryFigure, directoryFigures } from './directory-figures.ts';
import {
	FEWEST_FOR_CHART,
	type MeasureSummary,
	networkSentence,
	type RateGroup,
	rateGroup,
	ratingSentence,
	termSummaries,
	typeSentence,
} from './findings.ts';
import { growth, type Month } from './growth.ts';
import { type RatingBand, ratingDistribution } from './statistics.ts';

export interface StatisticsView {
	readonly figures: readonly DirectoryFigure[];
	/** The number of programs in the directory. */
	readonly total: number;
	readonly terms: readonly MeasureSummary[];
	readonly growth: readonly Month[];
	readonly rateByCategory: readonly RateGroup[];
	readonly rateByType: readonly RateGroup[];
	readonly networks: ShareOf;
	readonly types: ShareOf;
	readonly ratings: { readonly sentence: string; readonly bands: readonly RatingBand[]; readonly isShown: boolean };
}

/** The number of programs in each group, largest group first. */
export interface ShareOf {
	readonly sentence: string;
	readonly groups: readonly { readonly name: string; readonly address?: string; readonly programs: number }[];
}

export const statisticsPages: PageType<StatisticsView> = {
	route: '/statistics',
	component: 'statistics/StatisticsPage.astro',
	pages: (directory) => [
		{
			address: STATISTICS.address,
			sitemap: { owner: HOME.address, lastmod: latest([lastChange(directory.programs), directory.reviews.lastChange]) },
			view() {
				const { programs, categories, networks, reviews } = directory;
				const total = programs.length;
				const ratings = reviews.ratings();
				const types = COMMISSION_TYPES.map((type) => ({
					name: capitalized(COMMISSION_TYPE_WORDS[type]),
					programs: programs.filter((program) => program.commission_type === type),
				})).sort((a, b) => b.programs.length - a.programs.length);
				return {
					figures: directoryFigures(directory),
					total,
					terms: termSummaries(programs),
					growth: growth(programs),
					rateByCategory: categories.map((group) => rateGroup(group, categoryAddress(group.slug))),
					rateByType: types.map((group) => rateGroup(group)),
					networks: {
						sentence: networkSentence(networks, total),
						groups: networks.map(({ slug, name, programs }) => ({
							name,
							address: networkAddress(slug),
							programs: programs.length,
						})),
					},
					types: {
						sentence: typeSentence(types, total),
						groups: types.map(({ name, programs }) => ({ name, programs: programs.length })),
					},
					ratings: {
						sentence: ratingSentence(ratings),
						bands: ratingDistribution(ratings.map((rating) => ({ rating }))),
						isShown: ratings.length >= FEWEST_FOR_CHART,
					},
				};
			},
		},
	],
};
