/**
 * The filters of the program search, one row each. The index, the explorer's facets and form, the parameters of the API,
 * its OpenAPI document and the tests read these rows, so a new filter needs one more row and its SQL in the tests.
 */
import { z } from 'zod';
import { commissionOf } from '../catalog/commission.ts';
import { COUNTRIES } from '../catalog/countries.ts';
import { WORLDWIDE } from '../catalog/fields.ts';
import { spaced } from '../catalog/keyword-names.ts';
import { COMMISSION_QUALIFIERS, COMMISSION_TYPES, UNSTATED_TYPE } from '../catalog/offer.ts';
import { APPROVALS, AVAILABILITIES } from '../catalog/program-facts.ts';
import { PROVENANCES, provenanceOf } from '../catalog/provenance.ts';
import { type Filter, ifKnown } from './filter.ts';
import * as parameter from './parameter-values.ts';
import { MOST_SIMILAR } from './similar-index.ts';

const NO_MAXIMUMS = 'Figures such as “up to 60%” match no value';

/** All filters, in the order of the explorer's form. Each is a parameter of `GET /programs` (interface 4.1). */
export const FILTERS = {
	category: {
		kind: 'term',
		terms: (program) => program.categories.map((category) => category.slug),
		schema: z.string(),
		meaning: 'The slug of a category. An unknown slug matches no programs',
		label: 'Category',
		control: { kind: 'select', any: 'All categories' },
		isOfInterface: true,
	},
	tag: {
		kind: 'term',
		terms: ({ tags }) => tags ?? [],
		schema: z.string(),
		meaning: 'A tag of the program. An unknown tag matches no programs',
		label: 'Tag',
		control: { kind: 'text', any: 'Any tag' },
	},
	organization: {
		kind: 'term',
		terms: (program) => [program.organization.slug],
		schema: z.string(),
		meaning: 'The slug of an organization. An unknown slug matches no programs',
		label: 'Organization',
		control: { kind: 'hidden' },
	},
	similar_to: {
		kind: 'similar',
		schema: z.string(),
		meaning: `The slug of a program. Only the programs most similar to it match, at most ${MOST_SIMILAR}. An unknown slug matches no programs`,
		label: 'Alternatives to',
		control: { kind: 'hidden' },
		inUse: (program) => `Alternatives to ${program}`,
	},
	commission_type: {
		kind: 'term',
		terms: (program) => [program.commission_type ?? UNSTATED_TYPE],
		schema: parameter.commissionType,
		meaning: `How the program pays: ${COMMISSION_TYPES.join(', ')} (one-time is accepted too)`,
		label: 'Commission type',
		control: { kind: 'radios' },
		isOfInterface: true,
	},
	min_commission: {
		kind: 'at_least',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Minimum commission percentage',
		label: 'Commission',
		isOfInterface: true,
	},
	max_commission: {
		kind: 'at_most',
		column: 'commission_rate',
		schema: parameter.decimal,
		meaning: 'Maximum commission percentage',
		label: 'Commission',
		isOfInterface: true,
	},
	commission_lifetime: {
		kind: 'term',
		terms: (program) => (program.commission_lifetime ? ['true'] : []),
		schema: parameter.flag,
		meaning: 'Only programs that pay for as long as the customer stays, if true or 1; all programs if false or 0',
		label: 'Duration',
		control: { kind: 'select', any: 'Any' },
	},
	min_guaranteed: {
		kind: 'at_least',
		column: 'guaranteed_rate',
		schema: parameter.decimal,
		meaning: `Minimum commission percentage of programs that publish an exact figure or a minimum. ${NO_MAXIMUMS}`,
		label: 'Commission',
		control: { kind: 'range', most: 'max_guaranteed' },
	},
	max_guaranteed: {
		kind: 'at_most',
		column: 'guaranteed_rate',
		schema: parameter.decimal,
		meaning: `Maximum commission percentage of programs that publish an exact figure or a minimum. ${NO_MAXIMUMS}`,
		label: 'Commission',
	},
	commission_figure: {
		kind: 'term',
		terms: (program) => {
			const { isContradictory, qualifier } = commissionOf(program);
			return ifKnown(isContradictory ? 'contradictory' : qualifier);
		},
		schema: parameter.oneOf([...COMMISSION_QUALIFIERS, 'contradictory']),
		meaning:
			'What its commission figure is: exact, a minimum (from), a maximum (up_to), one of two figures (either) or contradictory',
		label: 'Commission figure',
		control: { kind: 'select', any: 'Any' },
	},
	min_cookie_days: {
		kind: 'at_least',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Minimum cookie duration in days',
		label: 'Cookie',
		control: { kind: 'range', most: 'max_cookie_days' },
		inUse: (days, value) => (Number(value) === 0 ? 'Any published cookie duration' : `Cookie ${days} or longer`),
		isOfInterface: true,
	},
	max_cookie_days: {
		kind: 'at_most',
		column: 'cookie_days',
		schema: parameter.whole,
		meaning: 'Maximum cookie duration in days',
		label: 'Cookie',
		inUse: (days, value) => (Number(value) === 0 ? 'Cookie for the session only' : `Cookie ${days} or shorter`),
	},
	tracking_platform: {
		kind: 'term',
		terms: (program) => ifKnown(program.tracking_platform),
		schema: z.string(),
		meaning: 'The identifier of a tracking platform. An unknown identifier matches no programs',
		label: 'Network',
		control: { kind: 'select', any: 'All networks' },
		isOfInterface: true,
	},
	payout_frequency: {
		kind: 'term',
		terms: (program) => ifKnown(program.payout_frequency),
		schema: z.string(),
		meaning: 'How often the program pays out. An unknown value matches no programs',
		label: 'Payouts',
		control: { kind: 'select', any: 'Any payout frequency' },
		inUse: (_, value) => `Paid ${spaced(value)}`,
	},
	availability: {
		kind: 'term',
		terms: (program) => ifKnown(program.availability),
		schema: parameter.oneOf(AVAILABILITIES),
		meaning: `Whether publishers can join: ${AVAILABILITIES.join(', ')}`,
		label: 'Availability',
		control: { kind: 'radios' },
	},
	approval: {
		kind: 'term',
		terms: (program) => ifKnown(program.approval),
		schema: parameter.oneOf(APPROVALS),
		meaning: `How the program accepts publishers: ${APPROVALS.join(', ')}`,
		label: 'Approval',
		control: { kind: 'radios' },
		inUse: (words) => `Approval: ${words.toLowerCase()}`,
	},
	country: {
		kind: 'term',
		terms: ({ countries }) => (countries?.includes(WORLDWIDE) ? COUNTRIES : (countries ?? [])),
		schema: parameter.country,
		meaning: 'The code of a country whose publishers may join, such as DE',
		label: 'Open to publishers in',
		control: { kind: 'select', any: 'Any country' },
		inUse: (country) => `Open to ${country}`,
	},
	payout_method: {
		kind: 'term',
		terms: (program) => program.payout_methods ?? [],
		schema: z.string(),
		meaning: 'A payout method of the program. An unknown value matches no programs',
		label: 'Payout method',
		control: { kind: 'select', any: 'Any payout method' },
		inUse: (method) => `Pays by ${method}`,
	},
	restriction: {
		kind: 'term',
		terms: (program) => program.restrictions ?? [],
		schema: z.string(),
		meaning: 'A kind of promotion that the program does not allow. An unknown value matches no programs',
		label: 'Restriction',
		control: { kind: 'hidden' },
		inUse: (words) => `Rules out ${words.toLowerCase()}`,
	},
	not_restriction: {
		kind: 'none_of',
		of: 'restriction',
		schema: z.string(),
		meaning:
			'A kind of promotion. Only programs that publish no rule against it, or against any of several values. Programs that publish none match too',
		label: 'No published rule against',
		control: { kind: 'select', any: 'Any promotion' },
		inUse: (words) => `No published rule against ${words.toLowerCase()}`,
	},
	attribution: {
		kind: 'term',
		terms: (program) => ifKnown(program.attribution),
		schema: z.string(),
		meaning: 'The click that a sale is credited to. An unknown value matches no programs',
		label: 'Attribution',
		control: { kind: 'select', any: 'Any attribution' },
	},
	deep_links: {
		kind: 'term',
		terms: (program) => (program.deep_links ? ['true'] : []),
		schema: parameter.flag,
		meaning: 'Only programs that let publishers link to any page, if true or 1; all programs if false or 0',
		label: 'Deep links',
		control: { kind: 'select', any: 'Any' },
	},
	min_rating: {
		kind: 'at_least',
		column: 'rating_average',
		schema: parameter.decimal,
		meaning: 'Minimum average rating, before it is rounded',
		label: 'Rating',
		control: { kind: 'radios' },
	},
	provenance: {
		kind: 'term',
		terms: (program) => [provenanceOf(program)],
		schema: parameter.oneOf(PROVENANCES),
		meaning: `Whether its facts are checked by an editor: ${PROVENANCES.join(', ')}`,
		label: 'Source of the facts',
		control: { kind: 'radios', fewest: 2 },
	},
	verified_only: {
		kind: 'term',
		terms: (program) => (program.verified ? ['true'] : []),
		schema: parameter.flag,
		meaning: 'Only verified programs, if true or 1; all programs if false or 0',
		label: 'Marked as verified',
		// The mark can come from a registry that was imported. Visitors filter by `provenance` instead.
		control: { kind: 'hidden' },
		inUse: () => 'Marked as verified',
		isOfInterface: true,
	},
} as const satisfies { readonly [parameter: string]: Filter };
