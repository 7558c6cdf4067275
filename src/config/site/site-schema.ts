/** The configuration of a site: what `site.json` can say. The page “Make it yours” lists the same fields. */
import { z } from 'zod';
import { parseColor } from './color.ts';
import { COLOR_ROLES, contrastProblems, paletteOf, type Role } from './palette.ts';

const NO_COLOR = 'It must be a color such as #1f6f54 or oklch(0.44 0.09 165).';
const color = z
	.string({ error: NO_COLOR })
	.refine((text) => parseColor(text) !== undefined, { error: NO_COLOR, abort: true });
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
const colorsOfTheme = z
	.strictObject(Object.fromEntries(COLOR_ROLES.map((role) => [role, color.optional()])) as ThemeShape)
	.prefault({});
type ThemeShape = { readonly [role in Role]: z.ZodOptional<typeof color> };

const NO_STACK = 'It must be names of fonts, separated by commas, such as "Inter, system-ui, sans-serif".';
const fontStack = z
	.string({ error: NO_STACK })
	.max(200, { error: NO_STACK })
	.regex(/^(?:[a-z][\w-]*(?: [\w-]+)*|"[\w -]+"|'[\w -]+')(?:, *(?:[a-z][\w-]*(?: [\w-]+)*|"[\w -]+"|'[\w -]+'))*$/i, {
		error: NO_STACK,
	});
const fontFile = z.strictObject({
	family: z
		.string({ error: 'It must be the name of a font.' })
		.regex(/^[\w -]{1,50}$/, { error: 'It must be the name of a font.' }),
	file: z
		.string({ error: 'It must be the name of a file in fonts/, such as lora.woff2.' })
		.regex(/^[\w-][\w.-]*\.woff2$/, { error: 'It must be the name of a file in fonts/, such as lora.woff2.' }),
	weight: z
		.string({ error: 'It must be a weight such as "600", or a range such as "400 700".' })
		.regex(/^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$/, {
			error: 'It must be a weight such as "600", or a range such as "400 700".',
		})
		.default('400'),
	style: z.enum(['normal', 'italic'], { error: 'It must be normal or italic.' }).default('normal'),
});

/** Whether a text is an origin: `http` or `https` and a host, perhaps with a port, but without a path or a final slash. */
function isOrigin(text: string): boolean {
	return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const NO_LINK = 'It must be an address such as /imprint/, https://site.example/ or mailto:you@site.example.';
const link = z.strictObject({
	name: text(50),
	address: z
		.string({ error: NO_LINK })
		.max(500, { error: NO_LINK })
		.refine(
			(address) =>
				/^\/(?!\/)\S*$/.test(address) || (/^(?:https?:\/\/|mailto:)\S+$/.test(address) && URL.canParse(address)),
			{ error: NO_LINK },
		),
});
const links = (most: number) =>
	z.array(link, { error: 'It must be a list of links: [{ "name": "Imprint", "address": "/imprint/" }].' }).max(most, {
		error: `It can have at most ${most} links.`,
	});

const licenseOf = z.strictObject({
	name: text(100),
	url: z.httpUrl({ error: 'It must be a web address.' }),
});

const percentage = z
	.number({ error: 'It must be a percentage such as 5.' })
	.min(0, { error: 'It must be a percentage such as 5.' });
const wholeNumber = z
	.int({ error: 'It must be a whole number such as 3.' })
	.min(0, { error: 'It must be a whole number such as 3.' });

const FieldsSchema = z.strictObject(
	{
		name: text(100).meta({ description: 'the name of the directory, in headers, titles, feeds and emails' }),
		headline: text(200).meta({ description: 'the headline of the home page, which is also its title' }),
		description: text(500).meta({
			description: 'a sentence about the directory, on the home page and for search engines',
		}),
		url: z
			.string({ error: 'It must be an origin such as https://directory.example, without a path.' })
			.refine(isOrigin, { error: 'It must be an origin such as https://directory.example, without a path.' })
			.meta({ description: 'the public address, an origin without a path. `SITE_URL` overrides it' }),
		accent: color.meta({
			description:
				'the color of links and buttons: `#1f6f54` or `oklch(0.44 0.09 165)`. Dark bands, share images and emails have a dark color of its hue',
		}),
		colors: z
			.strictObject({ ink: color.optional(), light: colorsOfTheme, dark: colorsOfTheme })
			.prefault({})
			.meta({
				description: `further colors, all optional: \`ink\` for the dark bands at the top, and in \`light\` and \`dark\` those of the two themes: ${COLOR_ROLES.map((role) => `\`${role}\``).join(', ')}. They follow from the accent by default. Colors that are too hard to read on each other are refused (WCAG 2, level AA)`,
			}),
		fonts: z
			.strictObject({
				text: fontStack.optional(),
				display: fontStack.optional(),
				files: z
					.array(fontFile, { error: 'It must be a list of fonts.' })
					.max(12, { error: 'It can have at most 12 fonts.' })
					.default([]),
			})
			.prefault({})
			.meta({
				description:
					'the fonts of the text (`text`) and of headlines (`display`): names separated by commas. `files` lists WOFF2 files in `fonts/`: `{ "family": "Lora", "file": "lora.woff2", "weight": "400 700", "style": "normal" }`',
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
		navigation: links(8).optional().meta({
			description:
				'the links in the header, instead of the sections of the directory: `[{ "name": "Programs", "address": "/programs/" }]`',
		}),
		footer: links(30)
			.optional()
			.meta({ description: 'the links in the footer, instead of those to the pages about the directory' }),
		footer_text: text(500)
			.default('Terms change, so check them with the program before you rely on them.')
			.meta({ description: 'a sentence in the footer, after the name' }),
		license: licenseOf.nullable().default(null).meta({
			description:
				'the license of the data, in the footer and in exports: `{ "name": "CC BY-SA 4.0", "url": "https://creativecommons.org/licenses/by-sa/4.0/" }`',
		}),
		credits: z
			.array(licenseOf.extend({ license: licenseOf.optional() }), {
				error: 'It must be a list of sources: [{ "name": "OpenAffiliate", "url": "https://openaffiliate.dev" }].',
			})
			.max(30, { error: 'It can have at most 30 sources.' })
			.default([])
			.meta({
				description:
					'the sources that want to be named, in the footer and in exports: `[{ "name": "OpenAffiliate", "url": "https://openaffiliate.dev", "license": { "name": "CC BY-SA 4.0", "url": "https://creativecommons.org/licenses/by-sa/4.0/" } }]`',
			}),
		plan_names: z
			.strictObject({
				free: text(30).default('Free'),
				claimed: text(30).default('Claimed'),
				pro: text(30).default('Pro'),
			})
			.prefault({})
			.meta({ description: 'what account pages call the plans `free`, `claimed` and `pro`' }),
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
		count_views: truth.default(false).meta({
			description:
				'whether the server [counts the views](views.md) of programs, and the clicks on their links to apply. The privacy page says so',
		}),
		order_by_views: truth.default(false).meta({
			description:
				'whether lists are ordered by the counted views of the last 30 days, instead of the `views` in the snapshot. Needs `count_views`',
		}),
		accounts: truth.default(true).meta({
			description:
				'whether people can create accounts. Without them, there are no account pages, and you create API keys with `npm run keys`',
		}),
		api: truth.default(true).meta({
			description: 'whether the site offers the API and its documentation. Without it, there are no accounts either',
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
					'when a build [holds a release](editing.md#the-guard) because of its differences from the current one',
			}),
		key_prefix: z
			.string({ error: 'It must be lower-case letters and digits followed by _.' })
			.regex(/^[a-z0-9]{1,20}_$/, { error: 'It must be lower-case letters and digits followed by _.' })
			.default('svc_')
			.meta({ description: 'the start of every API key: lower-case letters and digits, followed by `_`' }),
	},
	{ error: (issue) => (issue.code === 'invalid_type' ? 'It must be an object: { "name": … }.' : undefined) },
);

/** The fields, with colours that can be read on each other. Accounts are only for the API. */
export const SiteSchema = FieldsSchema.superRefine((chosen, context) => {
	for (const { at, message } of contrastProblems(paletteOf(chosen))) {
		context.addIssue({ code: 'custom', path: at, message });
	}
	if (chosen.order_by_views && !chosen.count_views) {
		context.addIssue({ code: 'custom', path: ['order_by_views'], message: 'It needs "count_views": true.' });
	}
}).transform((chosen) => ({ ...chosen, accounts: chosen.accounts && chosen.api }));

/** The fields of site.json, with their schemas. */
export const SITE_FIELDS = FieldsSchema.shape;

export type Site = z.output<typeof SiteSchema>;
