/** Checks and copies the logos of a release. Logos are image files in a folder beside the snapshot, named by slug. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, parse } from 'node:path';
import type Database from 'better-sqlite3';
import { makeFolder } from '../shared/files.ts';
import { UserError } from '../shared/user-error.ts';
import { redirectFinder } from '../snapshot/redirects.ts';
import { LOGO_TYPES, type LogoType } from '../website/directory/logos.ts';
import { cleanSvg } from './clean-svg.ts';

/** The maximum size of a logo, in bytes. Logos are shown 56 pixels wide. */
const LARGEST = 100_000;

export const logosBeside = (snapshot: string) => join(dirname(snapshot), 'logos');

export interface Logos {
	/** A hash of all copied files. There is a hash even if no files were copied. */
	readonly hash: string;
	/** The names of the image files that belong to no program or organization. */
	readonly unmatched: readonly string[];
	/** The names of the image files whose type is not supported for logos. */
	readonly unsupported: readonly string[];
}

/**
 * Copies logos from the folder `from` to the folder `to`, and cleans SVG images. Skips logos that no page shows. A
 * program without a logo gets a copy of its organization's logo, so that pages need only the program's slug to find the
 * logo.
 *
 * @throws UserError naming a file that is too large, does not match its file extension, or is an SVG image that
 *   `cleanSvg` refuses. If two files have the same slug, the error names both
 */
export function copyLogos(from: string, to: string, snapshot: Database.Database): Logos {
	const hash = createHash('sha256');
	if (!existsSync(from)) return { hash: hash.digest('hex'), unmatched: [], unsupported: [] };
	makeFolder(to);
	const named = logosIn(from);
	const files = withFormerSlugs(named, snapshot);
	const contents = new Map<string, Buffer>();
	for (const { slug, organization } of owners(snapshot)) {
		const file = files.get(slug) ?? files.get(organization);
		if (file === undefined) continue;
		const content = contents.get(file) ?? readLogo(join(from, file));
		contents.set(file, content);
		const name = `${slug}.${typeOf(file)}`;
		writeFileSync(join(to, name), content);
		hash.update(`${name}\0`).update(createHash('sha256').update(content).digest());
	}
	const unsupported = readdirSync(from).filter((name) => UNSUPPORTED.test(name));
	return { hash: hash.digest('hex'), unmatched: unmatchedIn(named, snapshot), unsupported: unsupported.sort() };
}

/**
 * Returns a function that says whether the website has a logo at a path, such as `logos/acme.svg`.
 *
 * @param folder the folder into which `copyLogos` has copied the logos
 */
export function logoFinder(folder: string): (path: string) => boolean {
	const files = new Set(existsSync(folder) ? readdirSync(folder) : []);
	return (path) => files.has(path.replace('logos/', ''));
}

/** Matches the names of unsupported image files that a user might expect to work as logos. */
const UNSUPPORTED = /\.(?:gif|avif|ico|bmp|tiff?|heic|heif|jxl|apng|jfif|svgz|eps|pdf|ai|psd)$/i;

/** Returns a file's logo type, or undefined if its type is not supported. Ignores the case of the file extension. */
function typeOf(file: string): LogoType | undefined {
	const ending = extname(file).slice(1).toLowerCase();
	return LOGO_TYPES.find((type) => type === (ending === 'jpeg' ? 'jpg' : ending));
}

/** Adds the files that are named after former slugs, unless there is a file with the new slug. */
function withFormerSlugs(files: ReadonlyMap<string, string>, snapshot: Database.Database): ReadonlyMap<string, string> {
	const all = new Map(files);
	const successorsOf = successorFinder(snapshot);
	for (const [slug, file] of files) {
		for (const end of successorsOf(slug)) if (!all.has(end)) all.set(end, file);
	}
	return all;
}

/** Returns a function that finds the slugs of the programs and organizations that had a slug before. */
function successorFinder(snapshot: Database.Database): (slug: string) => string[] {
	const find = redirectFinder(snapshot);
	return (slug) => (['programs', 'organizations'] as const).flatMap((kind) => find(kind, slug) ?? []);
}

/**
 * Returns the files whose names match neither the slug nor a former slug of any program or organization. Drafts count as
 * programs.
 */
function unmatchedIn(files: ReadonlyMap<string, string>, snapshot: Database.Database): string[] {
	const isSlug = snapshot
		.prepare(
			'SELECT EXISTS (SELECT 1 FROM programs WHERE slug = :slug UNION SELECT 1 FROM organizations WHERE slug = :slug)',
		)
		.pluck();
	const successorsOf = successorFinder(snapshot);
	return [...files]
		.flatMap(([slug, file]) => (isSlug.get({ slug }) === 1 || successorsOf(slug).length > 0 ? [] : [file]))
		.sort();
}

/**
 * Finds the logos in a folder by their file extensions. Returns the file names by slug.
 *
 * @throws UserError naming both files when two files have the same slug
 */
function logosIn(folder: string): Map<string, string> {
	const files = new Map<string, string>();
	for (const file of readdirSync(folder).sort()) {
		if (typeOf(file) === undefined) continue;
		const { name: slug } = parse(file);
		const other = files.get(slug);
		if (other !== undefined) {
			throw new UserError(`There are two logos for ${slug} in ${folder}: ${other} and ${file}. Remove one of them.`);
		}
		files.set(slug, file);
	}
	return files;
}

/** Returns the organizations and published programs. Sorts them by slug, so that the same logos have the same hash. */
function owners(snapshot: Database.Database): { slug: string; organization: string }[] {
	return snapshot
		.prepare<[], { slug: string; organization: string }>(
			`SELECT slug, organization FROM programs WHERE status = 'published'
			 UNION ALL SELECT slug, slug FROM organizations WHERE slug NOT IN (SELECT slug FROM programs WHERE status = 'published')
			 ORDER BY slug`,
		)
		.all();
}

/** Reads and checks a logo. Returns the content that the website serves. */
function readLogo(path: string): Buffer {
	const stat = statSync(path);
	// Reading a pipe or a device might never end.
	if (!stat.isFile()) throw new UserError(`The logo ${path} is not a regular file. Replace it with one, or remove it.`);
	if (stat.size > LARGEST) {
		throw new UserError(`The logo ${path} is ${stat.size} bytes. Reduce it to at most ${LARGEST} bytes.`);
	}
	const content = readFileSync(path);
	const type = typeOf(path)!;
	if (type === 'svg') {
		const clean = cleanSvg(content.toString('utf8'));
		if ('problem' in clean) throw new UserError(`The logo ${path} ${clean.problem}`);
		return Buffer.from(clean.svg);
	}
	const { name, isOf } = BITMAPS[type];
	if (isOf(content)) return content;
	throw new UserError(`The logo ${path} is not a ${name} image. Save it as ${name}, or correct its file extension.`);
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** The name of each logo type other than SVG, and a function that recognizes its files. */
const BITMAPS: { readonly [T in Exclude<LogoType, 'svg'>]: { name: string; isOf: (content: Buffer) => boolean } } = {
	png: { name: 'PNG', isOf: (content) => content.subarray(0, PNG.length).equals(PNG) },
	jpg: { name: 'JPEG', isOf: (content) => content.subarray(0, JPEG.length).equals(JPEG) },
	webp: {
		name: 'WebP',
		isOf: (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
	},
};
