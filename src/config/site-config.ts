import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';
import { ownPages, TAKEN_NAMES } from './site/own-pages.ts';
import { fontFile, ownFiles, PUBLIC, publicFile } from './site/public-files.ts';
import { SITE_FILE, site, siteFolder } from './site/site.ts';
import type { Site } from './site/site-schema.ts';

/**
 * Returns the configuration of the site, and checks its files.
 *
 * @param siteUrl if given, replaces the `url` in the file
 * @param port the server's port, which replaces the one in an `url` of this machine, such as `http://127.0.0.1`. 0 for
 * none
 */
export function readSiteConfig(siteUrl?: string, port = 0): Site {
	checkFiles(siteFolder(), site());
	ownPages();
	return uncheckedSite(siteUrl, port);
}

/** The same without checking the files, because the compiled pages cannot find the files of this software. */
export function uncheckedSite(siteUrl?: string, port = 0): Site {
	const config = site();
	return { ...config, url: siteUrl ?? withPort(config.url, port) };
}

function withPort(url: string, port: number): string {
	if (port === 0 || !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|$)/.test(url)) return url;
	const address = new URL(url);
	address.port = String(port);
	return address.origin;
}

/** A browser asks for the path of such a file exactly as it is written. */
const PLAIN_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
/** The largest file, in bytes. A build holds each file in memory. */
const LARGEST = 10_000_000;
/** The largest font, in bytes. Visitors load it before they see the right letters. */
const LARGEST_FONT = 1_000_000;

/** Checks the files of a site's configuration: those that `site.json` names, and the site's own files. */
export function checkFiles(folder: string, { mark, wordmark, fonts }: Site): void {
	const problems = [
		...drawingProblems('mark', mark, folder),
		...(wordmark === null ? [] : drawingProblems('wordmark', wordmark, folder)),
		...fonts.files.flatMap(({ file }, index) => fontProblems(`fonts.files.${index}.file`, file, folder)),
		...ownFiles(folder).flatMap((path) => fileProblems(path, folder)),
	];
	if (problems.length > 0) throw new UserError(problems.join('\n'));
}

function drawingProblems(field: string, address: string, folder: string): string[] {
	const [named, file] = [`${join(folder, SITE_FILE)}: ${field}: `, publicFile(address, folder)];
	if (!existsSync(file)) return [`${named}There is no file ${join(folder, PUBLIC, address)}.`];
	const text = explain(() => readFileSync(file, 'utf8'), 'read', file);
	return /<svg[\s>]/.test(text) ? [] : [`${named}${file} is not an SVG file.`];
}

function fontProblems(field: string, name: string, folder: string): string[] {
	const [named, file] = [`${join(folder, SITE_FILE)}: ${field}: `, fontFile(name, folder)];
	if (!existsSync(file)) return [`${named}There is no file ${file}.`];
	const content = explain(() => readFileSync(file), 'read', file);
	if (content.length > LARGEST_FONT) return [`${named}${file} is larger than ${LARGEST_FONT} bytes.`];
	return content.toString('latin1', 0, 4) === 'wOF2' ? [] : [`${named}${file} is not a WOFF2 file.`];
}

function fileProblems(path: string, folder: string): string[] {
	const file = join(folder, PUBLIC, path);
	if (!PLAIN_PATH.test(path)) {
		return [`${file}: Its name must have only letters of ASCII, digits, hyphens, dots and underscores. Rename it.`];
	}
	const name = path.split('/')[0]!;
	if (TAKEN_NAMES.has(name)) return [`${file}: The website already has something at /${name}. Rename it.`];
	const { size } = explain(() => statSync(file), 'read', file);
	return size <= LARGEST ? [] : [`${file}: It has ${size} bytes. Files can have at most ${LARGEST} bytes.`];
}
