/** Computes the hashes of a website's files, by path. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_FILES } from '../../src/commands/server-files.ts';
import { staticContent } from '../../src/commands/static-site.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { tagOf } from '../../src/shared/http/content.ts';
import { currentFolder } from './current-folder.ts';
import { currentSite } from './current-site.ts';

/** Returns the file hashes of the website that an export of the current release writes. */
export async function siteHashes(out: string): Promise<Map<string, string>> {
	const { site_url } = await readManifest(currentFolder(out));
	const site = await currentSite(out);
	try {
		const paths = [...site.files().keys()];
		return new Map(paths.map((path) => [path, tagOf(staticContent(path, site.get(path)!.read(), site_url!))]));
	} finally {
		site.close();
	}
}

/** Returns the file hashes of a folder that `export --site` wrote. The files that only exports have are left out. */
export function exportedHashes(folder: string): Map<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
	const others = ['.exported', ...HOST_FILES];
	const ofSite = paths.filter((path) => !others.includes(path) && !/^badges\/|\.md$/.test(path));
	return new Map(ofSite.map((path) => [path, tagOf(readFileSync(join(folder, path)))]));
}
