import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TAKEN_NAMES } from '../../../src/config/site/own-pages.ts';
import { HEALTH_CHECKS } from '../../../src/server/health-checks.ts';
import { PROJECT } from '../../../src/shared/project.ts';
import { splitWords } from '../../../src/shared/text.ts';
import { contentRoutes } from '../../../src/website/rendering/page-types.ts';
import { PAGE_ROUTES } from '../../support/page-routes.ts';

/** What a build or a server adds to the pages. */
const ADDED = splitWords('_astro _headers _redirects badges fonts go logos mcp operator pagefind share');

test('The taken names are the first parts of the addresses of this software', () => {
	const pages = [...PAGE_ROUTES, ...contentRoutes]
		.map((route) => route.split('/')[1]!.replace(/^(\d+|)$/, (name) => `${name || 'index'}.html`))
		.filter((name) => !name.startsWith('['));
	const checks = HEALTH_CHECKS.map((path) => path.slice(1));
	expect([...TAKEN_NAMES].sort()).toEqual([...new Set(pages), ...checks, ...ADDED].sort());
	expect(globSync('*', { cwd: join(PROJECT, 'public') }).filter((name) => TAKEN_NAMES.has(name))).toEqual([]);
});
