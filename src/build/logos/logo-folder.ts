/** The files in the folder of logos: those that the command has written, and those that editors have supplied. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Fetched } from './fetched-list.ts';

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
