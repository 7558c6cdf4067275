import { applicationVersion } from '../release/application-version.ts';
import { compilePages } from '../release/compiled-pages.ts';

/** A process that builds again and again. Its builds start no threads to render a few pages. */
export interface Warm {
	/** The version of the application, whose pages are compiled. */
	readonly application: string;
}

/**
 * Prepares this process for builds that follow each other.
 *
 * @param outs the folders of releases
 * @throws UserError when the pages cannot be compiled
 */
export async function warmUp(...outs: readonly string[]): Promise<Warm> {
	const application = applicationVersion();
	for (const out of outs) await compilePages(application, out);
	return { application };
}
