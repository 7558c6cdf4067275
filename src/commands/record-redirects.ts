import type { ApiStore } from '../release/api-store.ts';
import type { Redirect } from '../shared/http/paths.ts';
import { markdownAddress } from '../website/machine-readable/markdown-address.ts';
import { programBadgeAddress } from '../website/share/address.ts';

/**
 * Returns the redirects of the former addresses of records. Those of pages come first, because some hosts read only the
 * first few thousand lines. Records that are gone have none, so that hosts show the page for missing pages.
 */
export function recordRedirects(api: ApiStore): Redirect[] {
	const [pages, files]: [Redirect[], Redirect[]] = [[], []];
	for (const { path, target } of api.redirects()) {
		if (target === null) continue;
		const [, kind, slug] = path.split('/') as [string, string, string];
		const [from, to] = [`/${kind}/${slug}/`, `/${kind}/${target}/`];
		pages.push({ from, to });
		files.push({ from: markdownAddress(from), to: markdownAddress(to) });
		if (kind === 'programs') files.push({ from: programBadgeAddress(slug), to: programBadgeAddress(target) });
	}
	return [...pages, ...files];
}
