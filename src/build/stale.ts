import { siteVersion } from '../config/site/site-version.ts';
import { applicationVersion, releaseId } from '../release/application-version.ts';
import { pagesAreCompiled } from '../release/compiled-pages.ts';
import { releaseFolder } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';

/** A reason why a server cannot fully serve a release. */
interface Stale {
	/** The reason, as a sentence. */
	readonly reason: string;
	/** The content ID of the snapshot that the release was built from. */
	readonly snapshot: string;
}

/**
 * Returns the reason why a server cannot fully serve a release, or undefined if there is none. The reason is that the
 * compiled pages are missing, or that the release was built by another version of the application, with another
 * configuration of the site, or for another address. A release without a website is never stale.
 *
 * @throws Error when the release is damaged
 */
export async function staleness(out: string, id: string, siteUrl: string): Promise<Stale | undefined> {
	const manifest = await readManifest(releaseFolder(out, id));
	const { site_url: builtFor, snapshot } = manifest;
	if (builtFor === undefined) return undefined;
	const application = applicationVersion();
	const reason =
		reasonOf(manifest, builtFor, application, siteUrl) ??
		(pagesAreCompiled(application, out) ? undefined : 'The code that renders pages on request is missing.');
	return reason === undefined ? undefined : { reason, snapshot };
}

function reasonOf(manifest: Manifest, builtFor: string, application: string, siteUrl: string): string | undefined {
	const configuration = siteVersion();
	if (releaseId({ ...manifest, application }, builtFor) !== manifest.id) {
		return 'The website was built by another version of this software.';
	}
	if (manifest.configuration !== configuration) return 'The website was built with another configuration of the site.';
	if (builtFor !== siteUrl) return `The website was built for ${builtFor}, but its address is now ${siteUrl}.`;
	return undefined;
}
