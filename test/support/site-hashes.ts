/** Computes the hashes of a website's files, by path. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagOf } from '../../src/shared/tag.ts';
import { currentSite } from './current-site.ts';

/** Returns the file hashes of the current release's website. */
export async function siteHashes(out: string): Promise<Map<string, string>> {
	const site = await currentSite(out);
	try {
		return new Map([...site.files().keys()].map((path) => [path, tagOf(site.get(path)!.read())]));
	} finally {
		site.close();
	}
}

/** Exports add this to the style sheet that every page loads. */
const ADDED_STYLE = '.needs-server{display:none}\n';

/**
 * Returns the file hashes of a folder that `export --site` wrote. The files and the style that only exports have are
 * left out.
 */
export function exportedHashes(folder: string): Map<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
	const ofSite = paths.filter((path) => !/^(?:\.exported|_headers|_redirects)$|^badges\/|\.md$/.test(path));
	return new Map(
		ofSite.map((path) => {
			const text = readFileSync(join(folder, path));
			const isStyle = path === 'theme.css' && text.toString().endsWith(ADDED_STYLE);
			return [path, tagOf(isStyle ? text.subarray(0, -ADDED_STYLE.length) : text)];
		}),
	);
}
