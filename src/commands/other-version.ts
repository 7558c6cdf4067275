import { siteFolder } from '../config/site/site.ts';
import type { Switched } from '../release/switch-release.ts';
import { printWarning } from './problems.ts';

/** Warns if the release that has just become current does not fit this software or the site's configuration. */
export function warnIfUnfit({
	isOurVersion,
	hasOurConfiguration,
}: Pick<Switched, 'isOurVersion' | 'hasOurConfiguration'>): void {
	if (!isOurVersion) {
		printWarning(
			'another version of this software built this release, so search, comparison and account pages respond with 503. Run that version of the software, or build again and publish the new release.',
		);
	} else if (!hasOurConfiguration) {
		printWarning(
			`this release was built with another configuration of the site than ${siteFolder()}, so search, comparison and account pages look different from the other pages. Build again and publish the new release.`,
		);
	}
}
