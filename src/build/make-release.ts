import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptChecksum } from '../release/kept-checksum.ts';
import { FILES } from '../release/layout.ts';
import type { Manifest } from '../release/manifest.ts';
import type { CheckReport } from '../snapshot/check.ts';
import type { Base } from './base.ts';
import { startApi } from './build-api.ts';
import type { BuildOptions } from './build-options.ts';
import { buildSite } from './build-site.ts';
import { keepPacks } from './current-packs.ts';
import { mergePacks } from './merge-packs.ts';
import type { OpenDirectory } from './open-directory.ts';
import type { RunStep } from './progress.ts';
import type { ChangedRecords } from './record-counts.ts';
import type { BuiltSite, PageChanges } from './site-layers.ts';

/** The parts of a manifest that are known before anything is made. */
type Identity = Pick<
	Manifest,
	'id' | 'snapshot' | 'content_sum' | 'application' | 'configuration' | 'logos' | 'site_url'
>;

interface ReleaseToMake {
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

export interface MadeRelease {
	readonly manifest: Manifest;
	readonly records: ChangedRecords;
	readonly pages: PageChanges;
}

/** Makes all files of a release. The manifest comes last. */
export async function makeRelease(
	{ folder, copy, before, base, source, identity, report, options }: ReleaseToMake,
	step: RunStep,
): Promise<MadeRelease> {
	const { siteUrl, out, only, warm, text = 'update' } = options;
	const isWarm = warm !== undefined;
	const kept = await keepPacks(before, folder, only === 'api');
	await using api = startApi({ snapshot: copy, folder, current: kept, base }, isWarm);
	let { packs, site, changes }: BuiltSite = NO_SITE;
	if (source !== undefined) {
		const logos = join(folder, FILES.logos);
		const { application, configuration } = identity;
		const siteOptions = {
			out,
			folder,
			source,
			logos,
			current: kept,
			base,
			application,
			configuration,
			siteUrl,
			isWarm,
			text,
		};
		({ packs, site, changes } = await buildSite(siteOptions, step));
		rmSync(logos, { recursive: true, force: true });
		// Windows cannot rename a folder while a file in it is open.
		source[Symbol.dispose]();
	}
	const { counts, records, index_checksum, ...bodies } = await step('Write the API responses', (progress) =>
		api.finish(progress),
	);
	rmSync(join(folder, FILES.before), { force: true });
	writeFileSync(join(folder, FILES.warnings), JSON.stringify(report.warnings));
	const { site_url, ...known } = identity;
	const manifest: Manifest = {
		...known,
		counts,
		index_checksum,
		kept_checksum: keptChecksum(folder),
		packs: mergePacks(folder, [...packs, ...bodies.packs], kept),
		site,
		...(site_url !== undefined && { site_url }),
	};
	writeFileSync(join(folder, FILES.manifest), JSON.stringify(manifest));
	return { manifest, records, pages: changes };
}

const NO_SITE: BuiltSite = {
	packs: [],
	site: { pages: 0, bytes: 0, organizations: 0 },
	changes: { rendered: 0, kept: 0, removed: 0 },
};
