import { applicationVersion } from '../release/application-version.ts';
import { releaseFolder } from '../release/layout.ts';
import { readManifest } from '../release/manifest.ts';
import { pagesAreWhole } from './build-site.ts';

export interface Stale {
	/** What is wrong with the release, as a sentence. */
	readonly reason: string;
	/** The id of its data. */
	readonly snapshot: string;
}

/**
 * Why a release cannot be served whole, if it cannot: its pages, or those that are rendered on request, are not of this
 * version of the application and for this address. A release without the website needs no pages.
 *
 * @param siteUrl the public address, an origin
 * @throws when the release is damaged
 */
export async function staleness(out: string, id: string, siteUrl: string): Promise<Stale | undefined> {
	const { application, site_url: builtFor, snapshot } = await readManifest(releaseFolder(out, id));
	if (builtFor === undefined) return undefined;
	const reason = reasonOf(application, builtFor, siteUrl);
	return reason === undefined ? undefined : { reason, snapshot };
}

function reasonOf(application: string, builtFor: string, siteUrl: string): string | undefined {
	if (application !== applicationVersion()) return 'The website was built by another version of this software.';
	if (builtFor !== siteUrl) return `The website was built for ${builtFor}, and its address is now ${siteUrl}.`;
	return pagesAreWhole(application) ? undefined : 'The code for pages rendered on request is missing.';
}
