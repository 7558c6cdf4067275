/** The logos of a release: files that lie beside the snapshot, named by slug, checked and put where pages find them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, parse } from 'node:path';
import type Database from 'better-sqlite3';
import { makeFolder } from '../shared/make-folder.ts';
import { UserError } from '../shared/user-error.ts';
import { LOGO_TYPES, type LogoType } from '../site/logos.ts';
import { cleanSvg } from './clean-svg.ts';

/** More than a logo needs that is shown 56 pixels wide, in bytes. */
const LARGEST = 100_000;

/** Where logos lie for a snapshot. */
export const logosBeside = (snapshot: string) => join(dirname(snapshot), 'logos');

export interface Logos {
	/** Of all that were copied; of nothing where there are none. */
	readonly hash: string;
	/** The names of files that are nobody's. */
	readonly strangers: readonly string[];
	/** The names of images of types that logos may not have. */
	readonly unsupported: readonly string[];
}

/**
 * Copies the logos that pages may ask for into `to`, SVG images without what does not draw. A program without one gets a
 * copy of its organization's, so that one name is enough to find it.
 *
 * @throws UserError naming the file that is not what its name says, too large, or not the only one of its slug
 */
export function copyLogos(from: string, to: string, snapshot: Database.Database): Logos {
	const hash = createHash('sha256');
	if (!existsSync(from)) return { hash: hash.digest('hex'), strangers: [], unsupported: [] };
	makeFolder(to);
	const files = logosIn(from);
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
	return { hash: hash.digest('hex'), strangers: strangersIn(files, snapshot), unsupported: unsupported.sort() };
}

/** Images that someone might take for logos. */
const UNSUPPORTED = /\.(?:gif|avif|ico|bmp|tiff?|heic|heif|jxl|apng|jfif|svgz|eps|pdf|ai|psd)$/i;

/** The type that a file has by its name, in upper or lower case; undefined where that is none of a logo. */
function typeOf(file: string): LogoType | undefined {
	const ending = extname(file).slice(1).toLowerCase();
	return LOGO_TYPES.find((type) => type === (ending === 'jpeg' ? 'jpg' : ending));
}

/** The files that are named like no program and no organization, drafts included. */
function strangersIn(files: ReadonlyMap<string, string>, snapshot: Database.Database): string[] {
	const isSlug = snapshot
		.prepare(
			'SELECT EXISTS (SELECT 1 FROM programs WHERE slug = :slug UNION SELECT 1 FROM organizations WHERE slug = :slug)',
		)
		.pluck();
	return [...files].flatMap(([slug, file]) => (isSlug.get({ slug }) === 1 ? [] : [file])).sort();
}

/**
 * The files of a folder that are named as logos are, by slug.
 *
 * @throws UserError naming two for one slug
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

/** Whose logos are shown: organizations and published programs, by slug, so that the hash depends on content alone. */
function owners(snapshot: Database.Database): { slug: string; organization: string }[] {
	return snapshot
		.prepare<[], { slug: string; organization: string }>(
			`SELECT slug, organization FROM programs WHERE status = 'published'
			 UNION ALL SELECT slug, slug FROM organizations WHERE slug NOT IN (SELECT slug FROM programs WHERE status = 'published')
			 ORDER BY slug`,
		)
		.all();
}

/** What is served of a logo. */
function readLogo(path: string): Buffer {
	const { size } = statSync(path);
	if (size > LARGEST) {
		throw new UserError(`The logo ${path} has ${size} bytes. Reduce it to at most ${LARGEST} bytes.`);
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

/** What each other type is called, and how its files begin. */
const BITMAPS: { readonly [T in Exclude<LogoType, 'svg'>]: { name: string; isOf: (content: Buffer) => boolean } } = {
	png: { name: 'PNG', isOf: (content) => content.subarray(0, PNG.length).equals(PNG) },
	jpg: { name: 'JPEG', isOf: (content) => content.subarray(0, JPEG.length).equals(JPEG) },
	webp: {
		name: 'WebP',
		isOf: (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP',
	},
};
