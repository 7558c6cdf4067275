import type { z } from 'zod';
import type { aboutExport } from '../api/schemas/exported-file.ts';
import { site } from '../config/site/site.ts';
import type { Manifest } from './manifest.ts';

export type AboutExport = z.output<typeof aboutExport>;

/** Says what the exported files of a release are, and under which license. */
export function aboutOf({ snapshot, site_url, counts }: Manifest): AboutExport {
	const { name, url, license, credits } = site();
	return { snapshot, name, url: site_url ?? url, license, credits, ...counts };
}
