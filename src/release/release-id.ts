import { hash } from 'node:crypto';
import { documentationVersion } from './application-version.ts';
import type { Manifest } from './manifest.ts';

/** The inputs of a release besides the address of its site and the texts of the documentation. */
type ReleaseInputs = Pick<Manifest, 'snapshot' | 'application' | 'configuration' | 'logos'>;

/**
 * Returns the ID of the release that this software makes from these inputs. The same inputs give the same ID.
 *
 * @param only `api` for a release without the website
 */
export function releaseId(
	{ snapshot, application, configuration, logos }: ReleaseInputs,
	siteUrl: string,
	only?: 'api',
): string {
	const texts = only === 'api' ? only : documentationVersion();
	return hash('sha256', [snapshot, application, configuration, siteUrl, logos, texts].join('\n')).slice(0, 12);
}
