/** Views and clicks in responses. */
import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { component } from './component.ts';

const counted = {
	views: field.count.meta({ description: 'How often people opened the page of the program' }),
	clicks: field.count.meta({ description: 'How often they followed its link to apply' }),
};
const views = field.count.nullable().meta({
	description: 'How often people opened the page of the program. Null if views were not counted then',
});
const clicks = field.count.nullable().meta({
	description: 'How often they followed its link to apply. Null if clicks were not counted then',
});
const day = z.iso.date();

const dayViews = component(
	'DayViews',
	'The views and clicks of a day',
	z.strictObject({ day: day.meta({ description: 'The day in UTC' }), views, clicks }),
);

const siteViews = component(
	'SiteViews',
	'The views and clicks of visitors who came from one site',
	z.strictObject({
		site: z.string().nullable().meta({
			description: 'The host of the site, `other` for sites beyond the first 20 of a day, or null if it is unknown',
		}),
		...counted,
	}),
);

const programViews = component(
	'ProgramViews',
	'The views and clicks of a program',
	z.strictObject({ slug: field.slug.meta({ description: 'The slug of the program' }), views, clicks }),
);

const COUNTS = {
	slug: field.slug.meta({ description: 'The slug of the program or organization' }),
	from: day.meta({ description: 'The first day of the period' }),
	to: day.meta({ description: 'The last day of the period' }),
	views,
	clicks,
	days: z.array(dayViews).meta({ description: 'All days of the period, oldest first' }),
	sites: z.array(siteViews).meta({ description: 'The sites that most visitors came from, at most 100' }),
};

export const analytics = component('Analytics', 'The views and clicks in a period', z.strictObject(COUNTS));

export const organizationAnalytics = component(
	'OrganizationAnalytics',
	"The views and clicks of an organization's programs in a period",
	z.strictObject({
		...COUNTS,
		programs: z.array(programViews).meta({ description: 'All its programs, those with the most views first' }),
	}),
);
