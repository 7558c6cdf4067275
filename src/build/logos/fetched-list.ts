/**
 * The list of attempts to fetch logos. It is a file in the logo folder, with one line of JSON per attempt. For each
 * slug, only the last attempt counts.
 */

import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { z } from 'zod';

const FILE = 'fetched.jsonl';

const FetchedSchema = z.object({
	/** The slug of the organization or program. */
	slug: z.string(),
	/** When the website was last contacted. Missing if it never was. */
	asked: z.iso.datetime().optional(),
	/** The address that was requested at that time. */
	address: z.string().optional(),
	/** Why the website provided no logo at that time. */
	problem: z.string().optional(),
	/** The logo that the command has written. */
	logo: z
		.object({
			file: z.string().regex(/^[a-z0-9-]+\.(?:svg|webp)$/),
			/** The hash of the logo's content. If the file has a different hash, an editor has replaced it. */
			hash: z.string(),
		})
		.optional(),
});

export type Fetched = z.output<typeof FetchedSchema>;

export class FetchedList {
	readonly #file: string;
	readonly #entries: Map<string, Fetched>;

	/**
	 * Reads the list in the folder. If the folder has no list yet, the list is empty. Damaged lines are ignored. The
	 * logos in such lines then count as supplied by an editor.
	 */
	constructor(folder: string) {
		this.#file = join(folder, FILE);
		const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').filter(Boolean) : [];
		this.#entries = new Map(lines.flatMap((line) => parsed(line) ?? []).map((entry) => [entry.slug, entry]));
		if (lines.length > this.#entries.size) this.#compact();
	}

	get(slug: string): Fetched | undefined {
		return this.#entries.get(slug);
	}

	/** Adds an attempt and writes it to the file at once, so that it is not lost if the command is stopped. */
	add(entry: Fetched): void {
		this.#entries.set(entry.slug, entry);
		appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
	}

	#compact(): void {
		const lines = [...this.#entries.values()].map((entry) => `${JSON.stringify(entry)}\n`);
		writeFileSync(`${this.#file}.new`, lines.join(''));
		renameSync(`${this.#file}.new`, this.#file);
	}
}

function parsed(line: string): Fetched | undefined {
	try {
		return FetchedSchema.parse(JSON.parse(line));
	} catch {
		return undefined;
	}
}

const IMAGE = /\.(?:svg|png|webp|jpe?g)$/i;

type Logo = NonNullable<Fetched['logo']>;

export class LogoFolder {
	readonly #folder: string;
	/** The names of the image files for each slug. */
	readonly #images: Map<string, string[]>;

	constructor(folder: string) {
		this.#folder = folder;
		const images = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => IMAGE.test(file));
		this.#images = Map.groupBy(images, (file) => parse(file).name);
	}

	/** Whether the folder still has a logo exactly as the command has written it. */
	has(logo: Logo): boolean {
		const path = join(this.#folder, logo.file);
		return existsSync(path) && hash('sha256', readFileSync(path)) === logo.hash;
	}

	/** Whether an editor has supplied a logo. @param own the logo that the command has written */
	hasSupplied(slug: string, own: Logo | undefined): boolean {
		return (this.#images.get(slug) ?? []).some((file) => own?.file !== file || !this.has(own));
	}

	/** Writes a logo. It replaces `before`, the logo that the command wrote earlier. */
	write(file: string, content: Buffer | string, before: Logo | undefined): Pick<Logo, 'file' | 'hash'> {
		if (before !== undefined && before.file !== file) this.remove(before);
		const path = join(this.#folder, file);
		writeFileSync(`${path}.new`, content);
		renameSync(`${path}.new`, path);
		return { file, hash: hash('sha256', content) };
	}

	remove({ file }: Logo): void {
		rmSync(join(this.#folder, file), { force: true });
	}
}
