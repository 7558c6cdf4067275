/** Builds text indexes of a few records. */
import { TextBuild, type TextBuildOptions, type WebsiteFiles } from '../../src/build/text-index/text-build.ts';
import type { TextSource } from '../../src/website/directory/text-record.ts';
import { TEXT_PARTS, type TextParts } from '../../src/website/search/text-parts.ts';

/** The files of a website, by path. */
export type Files = ReadonlyMap<string, Buffer>;

/** Returns the source of a record that is about the program with this number. */
export function textSource(number: number, content: string, title = `Program ${number}`): TextSource {
	const url = `/programs/p-${number}/`;
	return { url, program: `p-${number}`, record: () => ({ url, content, meta: { title } }) };
}

export function sourcesOf(contents: ReadonlyMap<number, string>): TextSource[] {
	return Array.from(contents, ([number, content]) => textSource(number, content));
}

/** Returns the list of an index's parts. */
export function partsOf(files: Files): TextParts {
	return JSON.parse(files.get(TEXT_PARTS.slice(1))!.toString());
}

/** Receives files like a build that changes a website. */
export function receiver(old?: Files) {
	const files = new Map(old);
	const added: string[] = [];
	const receive: WebsiteFiles = {
		read: (path) => old!.get(path)!,
		remove: (path) => files.delete(path),
		add(path, content) {
			if (!old?.get(path)?.equals(content)) added.push(path);
			files.set(path, content);
		},
	};
	return { files, added, receive };
}

/**
 * Builds an index.
 *
 * @param old the files of the old index, if there is one
 */
export async function indexOf(
	sources: readonly TextSource[],
	old?: Files,
	options: Partial<Pick<TextBuildOptions, 'mayDiffer' | 'largest'>> = {},
) {
	const { files, added, receive } = receiver(old);
	await using build = new TextBuild({
		sources,
		mayDiffer: () => true,
		hasOld: old !== undefined,
		files: receive,
		...options,
	});
	await build.finish(() => {});
	return { files, added };
}
