import { z } from 'zod';
import site from '../../data/site.json' with { type: 'json' };
import { ACCENT } from '../shared/theme-colors.ts';
import { UserError } from '../shared/user-error.ts';
import { origin } from './settings.ts';

const svgAddress = z
	.string()
	.regex(/^\/[\w/-]+\.svg$/, { error: 'It must be the address of an SVG file in public/, such as /mark.svg.' });

const percentage = z.number().min(0, { error: 'It must be a percentage such as 5.' });

const SiteConfigSchema = z.strictObject({
	name: z.string().min(1),
	/** The headline of the home page. */
	headline: z.string().min(1),
	/** A sentence about the directory. */
	description: z.string(),
	/** The public origin of the site. SITE_URL overrides it. */
	url: z
		.string()
		.refine(isOrigin, { error: 'It must be an origin such as https://directory.example, without a path.' }),
	/** The accent colour. Share images and emails have a dark colour of its hue. */
	accent: z.string().regex(ACCENT, { error: 'It must be a colour such as #1f6f54 or oklch(0.44 0.09 165).' }),
	/** The mark in the header and on share images: an SVG in public/ that suits a dark background. */
	mark: svgAddress,
	/** An SVG in public/ to show beside the mark instead of the name, or null to show the name. */
	wordmark: svgAddress.nullable(),
	/** The address for corrections: an email address or a web address. */
	contact: z.union([z.email(), z.httpUrl()], { error: 'It must be an email address or a web address.' }),
	/** Whether some links to programs earn the operator money. If so, the pages say so. */
	affiliate_links: z.boolean({ error: 'It must be true or false.' }),
	/** Whether the site shows the documentation for those who run a directory. */
	operator_docs: z.boolean({ error: 'It must be true or false.' }),
	/** When a build holds a release because of its differences from the current one. */
	guard: z
		.strictObject({
			removed: percentage,
			added: percentage,
			field: percentage,
			domain: z.int().min(0),
			commission: z.int().min(0),
		})
		.partial()
		.optional(),
	/** The prefix of every API key. */
	key_prefix: z.string().regex(/^[a-z0-9]+_$/, { error: 'It must be lower-case letters and digits followed by _.' }),
});

export type SiteConfig = z.output<typeof SiteConfigSchema>;

/**
 * Reads `data/site.json`.
 *
 * @param siteUrl if given, replaces the `url` in the file
 * @param port the server's port. If the file's `url` is an address of this machine, such as `http://127.0.0.1`, this
 *   port replaces any port in the `url`. If the port is 0, the `url` stays as it is.
 * @throws UserError naming every invalid field
 */
export function readSiteConfig(siteUrl?: string, port = 0): SiteConfig {
	const result = SiteConfigSchema.safeParse(site);
	if (!result.success) {
		const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
		throw new UserError(`data/site.json is invalid. ${problems.join(' ')}`);
	}
	return { ...result.data, url: siteUrl ?? withPort(result.data.url, port) };
}

function withPort(url: string, port: number): string {
	if (port === 0 || !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|$)/.test(url)) return url;
	const address = new URL(url);
	address.port = String(port);
	return address.origin;
}

function isOrigin(text: string): boolean {
	try {
		return origin(text) === text;
	} catch {
		return false;
	}
}
