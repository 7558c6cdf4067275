import { mkdirSync } from 'node:fs';
import { buildRelease } from '../../src/build/build.ts';
import type { BuildOptions } from '../../src/build/build-options.ts';
import { readSiteConfig } from '../../src/config/site-config.ts';
import { HISTORY } from './history-options.ts';

/** The options that have no default, and any others. */
type Options = Partial<BuildOptions> & Pick<BuildOptions, 'snapshot' | 'out'>;

/**
 * Builds a release in this process, which takes half the time of the command. Returns its ID.
 *
 * @throws Error if the build is refused or superseded
 */
export async function buildHere(options: Options): Promise<{ readonly outcome: string; readonly release: string }> {
	mkdirSync(options.out, { recursive: true });
	const all = { siteUrl: readSiteConfig().url, ...HISTORY, ...options };
	const result = await buildRelease(all, async (_, work) => work(() => {}));
	if (result.outcome === 'held') return { outcome: 'held', release: result.id };
	if ('manifest' in result) return { outcome: result.outcome, release: result.manifest.id };
	throw new Error(`The build was ${result.outcome}: ${JSON.stringify(result.report.errors)}`);
}
