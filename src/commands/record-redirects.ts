import type { BodyStore } from '../release/body-store.ts';
import { markdownAddress } from '../website/machine-readable/markdown-address.ts';
import { programBadgeAddress } from '../website/share/address.ts';

/**
 * Returns the lines of a `_redirects` file for the former addresses of records. The lines for pages come first, because
 * some hosts read only the first few thousand lines. Records that are gone have no lines, so that hosts show the page for
 * missing pages.
 */
export function recordRedirects(bodies: BodyStore): string {
	const [pages, files]: [string[], string[]] = [[], []];
	for (const { path, target } of bodies.redirects()) {
		if (target === null) continue;
		const [, kind, slug] = path.split('/') as [string, string, string];
		const [from, to] = [`/${kind}/${slug}/`, `/${kind}/${target}/`];
		pages.push(lineOf(from, to));
		files.push(lineOf(markdownAddress(from), markdownAddress(to)));
		if (kind === 'programs') files.push(lineOf(programBadgeAddress(slug), programBadgeAddress(target)));
	}
	return [...pages, ...files].join('');
}

const lineOf = (from: string, to: string) => `${from} ${to} 308\n`;
