import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../release/layout.ts';
import { type Manifest, readManifest } from '../release/manifest.ts';
import { packsBeside } from '../release/pack.ts';
import { PackStore, packFiles } from '../release/pack-store.ts';
import { keptChecksum } from '../release/snapshot-copies.ts';
import { makeFolder } from '../shared/files.ts';
import { runThread } from '../shared/thread.ts';
import type { CheckReport } from '../snapshot/check.ts';
import type { ApiOptions, BuiltApi } from './api-thread.ts';
import type { Base } from './base.ts';
import type { BuildOptions, RunStep } from './build-options.ts';
import { type BuildSiteOptions, buildSite, type OpenDirectory } from './build-site.ts';
import { mergePacks } from './merge-packs.ts';
import type { BuiltSite, Current } from './site-layers.ts';

/** The parts of a manifest that are known before anything is made. */
type Identity = Pick<Manifest, 'id' | 'snapshot' | 'application' | 'configuration' | 'logos' | 'expired' | 'site_url'>;

interface ReleaseToMake extends Pick<ApiOptions, 'synonyms'> {
	/** Where the release is made. Contains the snapshot and the logos. */
	readonly folder: string;
	/** The build's copy of the snapshot. */
	readonly copy: string;
	/** The folder of the current release. */
	readonly before: string | undefined;
	readonly base: Base | undefined;
	/** The directory for the website. Undefined to make only the API. It is closed when the website is made. */
	readonly source: OpenDirectory | undefined;
	readonly identity: Identity;
	readonly report: CheckReport;
	readonly options: BuildOptions;
}

/** Makes all files of a release. The manifest comes last. */
export async function makeRelease(
	{ folder, copy, before, synonyms, base, source, identity, report, options }: ReleaseToMake,
	step: RunStep,
) {
	makeFolder(packsBeside(folder));
	const toMake: ApiOptions = { snapshot: copy, folder, before, synonyms };
	const api = runThread<BuiltApi>('build/api-thread.ts', toMake, () => source?.directory().similar());
	// The thread writes into the folder, which is removed if the website fails.
	const apiEnd = api.catch(() => {});
	const { site, changes, packs } = await makeSite(
		{ folder, before, base, source, identity, options, apiEnd },
		step,
	).catch(async (error) => {
		await apiEnd;
		throw error;
	});
	const { counts, records, index_checksum } = await step('Write the API responses', () => api);
	writeFileSync(join(folder, FILES.warnings), JSON.stringify(report.warnings));
	const { site_url, ...known } = identity;
	const manifest: Manifest = {
		...known,
		counts,
		index_checksum,
		kept_checksum: keptChecksum(folder),
		packs: [...packs],
		site,
		...(site_url !== undefined && { site_url }),
	};
	writeFileSync(join(folder, FILES.manifest), JSON.stringify(manifest));
	return { manifest, records, pages: changes };
}

type SiteToMake = Omit<ReleaseToMake, 'copy' | 'report' | 'synonyms'> & Pick<BuildSiteOptions, 'apiEnd'>;

/** Makes the website, unless the release has none. Its packs are all packs of the release. */
async function makeSite(
	{ folder, before, base, source, identity, options, apiEnd }: SiteToMake,
	step: RunStep,
): Promise<BuiltSite> {
	if (source === undefined) return NO_SITE;
	const { siteUrl, out, warm, text = 'update' } = options;
	const { application, configuration } = identity;
	const logos = join(folder, FILES.logos);
	const current = (before === undefined ? undefined : await readablePacks(before)) ?? NO_SITE;
	const common = { out, folder, source, logos, current, base, application, configuration, siteUrl, text, apiEnd };
	const built = await buildSite({ ...common, isWarm: warm !== undefined }, step);
	rmSync(logos, { recursive: true, force: true });
	// Windows cannot rename a folder while a file in it is open.
	source[Symbol.dispose]();
	return { ...built, packs: mergePacks(folder, built.packs, current.packs) };
}

/** Returns what a build can keep of a release. Undefined if its manifest or one of its packs is missing or damaged. */
async function readablePacks(release: string): Promise<Current | undefined> {
	try {
		const manifest = await readManifest(release);
		new PackStore(packFiles(release, manifest)).close();
		return manifest;
	} catch {
		return undefined;
	}
}

const NO_SITE: BuiltSite = {
	packs: [],
	site: { pages: 0, bytes: 0, organizations: 0 },
	changes: { rendered: 0, kept: 0, removed: 0 },
};
