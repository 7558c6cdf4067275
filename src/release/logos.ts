/** The logos of a release: files that lie beside the snapshot, named by slug, checked and put where pages find them. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, parse } from 'node:path';
import type Database from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { LOGO_TYPES, type LogoType } from '../site/logos.ts';
import { UserError } from '../user-error.ts';

/** More than a logo needs that is shown 56 pixels wide, in bytes. */
const LARGEST = 100_000;

/** Where logos lie for a snapshot. */
export const logosBeside = (snapshot: string) => join(dirname(snapshot), 'logos');

export interface Logos {
	/** Of all that were copied; of nothing where there are none. */
	readonly hash: string;
	/** The names of files that are nobody's. */
	readonly strangers: readonly string[];
}

/**
 * Copies the logos that pages may ask for into `to`. A program without one gets a copy of its organization's, so that one
 * name is enough to find it.
 *
 * @throws UserError naming the file that is not what its name says, or too large
 */
export function copyLogos(from: string, to: string, snapshot: Database.Database): Logos {
	const hash = createHash('sha256');
	if (!existsSync(from)) return { hash: hash.digest('hex'), strangers: [] };
	makeFolder(to);
	const files = logosIn(from);
	const digests = new Map<string, Buffer>();
	for (const { slug, organization } of owners(snapshot)) {
		const file = files.get(slug) ?? files.get(organization);
		if (file === undefined) continue;
		const path = join(from, file);
		const digest = digests.get(file) ?? checkedDigest(path);
		digests.set(file, digest);
		const name = slug + extname(file);
		copyFileSync(path, join(to, name));
		hash.update(`${name}\0`).update(digest);
	}
	return { hash: hash.digest('hex'), strangers: strangersIn(files, snapshot) };
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

/** The files of a folder that are named as logos are, by slug; of several for one slug the first type counts. */
function logosIn(folder: string): Map<string, string> {
	const files = new Map<string, string>();
	const names = new Set(readdirSync(folder));
	for (const name of names) {
		const { name: slug } = parse(name);
		const type = LOGO_TYPES.find((type) => names.has(`${slug}.${type}`));
		if (type !== undefined) files.set(slug, `${slug}.${type}`);
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

function checkedDigest(path: string): Buffer {
	const { size } = statSync(path);
	if (size > LARGEST) {
		throw new UserError(`The logo ${path} has ${size} bytes. Make it smaller: ${LARGEST} at most.`);
	}
	const content = readFileSync(path);
	const type = extname(path).slice(1) as LogoType;
	const problem = PROBLEMS[type](content);
	if (problem !== undefined) throw new UserError(`The logo ${path} ${problem}`);
	return createHash('sha256').update(content).digest();
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** What is wrong with a file of each type, if anything, as the rest of a sentence. */
const PROBLEMS: { readonly [T in LogoType]: (content: Buffer) => string | undefined } = {
	svg(content) {
		const text = content.toString('utf8');
		// What may stand before the element: a byte order mark, a declaration, comments, a document type.
		if (!/^\ufeff?(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*<svg[\s>]/i.test(text)) {
			return 'is not an SVG image. Save it as SVG, or name it by what it is.';
		}
		return /<script|<foreignObject|\son\w+\s*=|javascript:/i.test(text)
			? 'holds a script, which an image has no need of. Remove it.'
			: undefined;
	},
	png: (content) =>
		content.subarray(0, 8).equals(PNG) ? undefined : 'is not a PNG image. Save it as PNG, or name it by what it is.',
	webp: (content) =>
		content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
			? undefined
			: 'is not a WebP image. Save it as WebP, or name it by what it is.',
};
