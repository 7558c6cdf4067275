/** The configuration of a site: what `site.json` can say. The page “Make it yours” lists the same fields. */
import { z } from 'zod';
import { isOrigin } from '../http/origin.ts';
import { parseColor } from './color.ts';

const NO_COLOR = 'It must be a colour such as #1f6f54 or oklch(0.44 0.09 165).';
const color = z.string({ error: NO_COLOR }).refine((text) => parseColor(text) !== undefined, { error: NO_COLOR });
const text = (most: number) =>
	z
		.string({ error: 'It must be text.' })
		.trim()
		.min(1, { error: 'It must not be empty.' })
		.max(most, { error: `It must have at most ${most} characters.` });
const truth = z.boolean({ error: 'It must be true or false.' });
const svgAddress = z
	.string({ error: 'It must be the address of an SVG file, such as /mark.svg.' })
	.regex(/^(?:\/[\w-]+)+\.svg$/, { error: 'It must be the address of an SVG file in public/, such as /mark.svg.' });
const percentage = z
	.number({ error: 'It must be a percentage such as 5.' })
	.min(0, { error: 'It must be a percentage such as 5.' });
const wholeNumber = z
	.int({ error: 'It must be a whole number such as 3.' })
	.min(0, { error: 'It must be a whole number such as 3.' });

export const SiteSchema = z.strictObject(
	{
		name: text(100).meta({ description: 'the name of the directory, in headers, titles, feeds and emails' }),
		headline: text(200).meta({ description: 'the headline of the home page' }),
		description: text(500).meta({
			description: 'a sentence about the directory, on the home page and for search engines',
		}),
		url: z
			.string({ error: 'It must be an origin such as https://directory.example, without a path.' })
			.refine(isOrigin, { error: 'It must be an origin such as https://directory.example, without a path.' })
			.meta({ description: 'the public address, an origin without a path. `SITE_URL` overrides it' }),
		accent: color.meta({
			description:
				'the colour of links and buttons: `#1f6f54` or `oklch(0.44 0.09 165)`. Dark bands, share images and emails have a dark colour of its hue',
		}),
		mark: svgAddress.meta({
			description: 'the mark in the header, on share images and on badges: an SVG file that suits a dark background',
		}),
		wordmark: svgAddress.nullable().default(null).meta({
			description: 'an SVG file to show beside the mark instead of the name, or `null` to show the name',
		}),
		contact: z
			.union([z.email(), z.httpUrl()], { error: 'It must be an email address or a web address.' })
			.meta({ description: 'where to send corrections: an email address or a web address' }),
		affiliate_links: truth
			.default(false)
			.meta({ description: 'whether some links to programs earn you money. If so, the pages say so' }),
		operator_docs: truth
			.default(true)
			.meta({ description: 'whether the site shows the documentation for those who run a directory' }),
		log_addresses: truth
			.default(false)
			.meta({ description: 'whether the log contains the IP addresses of visitors. The privacy page says so' }),
		log_user_agents: truth.default(false).meta({
			description: 'whether the log contains the browsers of visitors (user agents). The privacy page says so',
		}),
		guard: z
			.strictObject({
				removed: percentage,
				added: percentage,
				field: percentage,
				domain: wholeNumber,
				commission: wholeNumber,
			})
			.partial()
			.default({})
			.meta({
				description:
					'when a build [holds a release](content.md#unusual-changes) because of its differences from the current one',
			}),
		key_prefix: z
			.string({ error: 'It must be lower-case letters and digits followed by _.' })
			.regex(/^[a-z0-9]{1,20}_$/, { error: 'It must be lower-case letters and digits followed by _.' })
			.default('svc_')
			.meta({ description: 'the start of every API key: lower-case letters and digits, followed by `_`' }),
	},
	{ error: (issue) => (issue.code === 'invalid_type' ? 'It must be an object: { "name": … }.' : undefined) },
);

export type Site = z.output<typeof SiteSchema>;
