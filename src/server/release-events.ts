import type { ReleaseData } from '../api/release-data.ts';
import { siteFolder } from '../config/site/site.ts';
import { hasWebsite } from '../release/manifest.ts';
import type { Release } from '../release/release.ts';
import type { State } from '../state/state.ts';
import type { ReleaseEvents } from './current-release.ts';
import type { Log } from './log.ts';

/** What a server is, for which releases must be made. See `ServiceOptions`. */
interface Served {
	readonly opened?: ((release: Release) => void) | undefined;
	readonly siteUrl: string;
	readonly application?: string | undefined;
	readonly configuration?: string | undefined;
}

/** Logs when a release is in use or damaged, and warns about releases that do not fit this server. */
export function releaseEvents({ opened, siteUrl, application, configuration }: Served, log: Log): ReleaseEvents {
	return {
		opened(release) {
			const { manifest } = release;
			const { id, snapshot, application: builder, site_url: builtFor = siteUrl } = manifest;
			opened?.(release);
			log.info({ release: id, snapshot }, 'serving a release');
			if (builder !== (application ?? builder)) {
				log.warn(
					{ release: id },
					'this release was built by another version of the application; restart the server if it runs the older version, otherwise build again',
				);
			} else if (hasWebsite(manifest) && manifest.configuration !== (configuration ?? manifest.configuration)) {
				log.warn(
					{ release: id },
					`this release was built with another configuration of the site than ${siteFolder()}; restart the server if that has changed since it started, otherwise copy the configuration of the machine that builds, or build again`,
				);
			}
			if (builtFor !== siteUrl) {
				log.warn(
					{ release: id },
					`the pages of this release were built for ${builtFor}, but are served at ${siteUrl}; build again with SITE_URL=${siteUrl}, or serve with SITE_URL=${builtFor}`,
				);
			}
		},
		damaged: (id, error) =>
			log.error(
				{ release: id, err: error },
				'the current release is damaged or missing; still serving what is open. Go back (npm run rollback), or build again',
			),
	};
}

/**
 * Makes claims and the proposals of accounts follow the records that were renamed or merged, because everything else finds
 * them by the slug that the record has now.
 *
 * @param undecided called for an organization with claims that was merged into another one with claims
 */
export async function followRenames(
	{ claims, proposals }: Pick<State, 'claims' | 'proposals'>,
	release: Pick<ReleaseData, 'redirect' | 'renamed'>,
	undecided: (from: string, to: string) => void,
): Promise<void> {
	for (const organization of await claims.organizations()) {
		const renamed = release.redirect(`/organizations/${organization}`);
		if (typeof renamed === 'string' && !(await claims.move(organization, renamed))) undecided(organization, renamed);
	}
	await proposals.rename(['organization'], release.renamed('organizations'));
	await proposals.rename(['program', 'review'], release.renamed('programs'));
}
