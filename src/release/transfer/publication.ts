/**
 * Reads and writes the publications in a store. A publication is an object that lists the files of a release.
 * Publications are ordered by object name, and the last one is current.
 *
 * Different publications never overwrite each other, so stores need neither locks nor conditional writes. Regardless of
 * the order in which two machines write, all readers agree on which publication is last.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { FILES } from '../layout.ts';
import { damagedObject } from './damaged-object.ts';
import type { ReleaseStore, StoredObject } from './release-store.ts';

const PUBLICATIONS = 'publications';
/** The maximum size of a publication's object, in bytes. One with a history of 100 million changes has 3 MB. */
const LONGEST_PUBLICATION = 2 ** 24;

/** The release of a publication, and the place of the publication in the order of all publications. */
export interface PublicationPlace {
	/** A number that increases each time another folder of releases takes over the store. */
	readonly epoch: number;
	/** The publication's number in the journal of its folder of releases. */
	readonly number: number;
	/** Identifies the folder of releases that the publication comes from. See `journalIdentity`. */
	readonly source: string;
	readonly release: string;
}

export interface StoredPublication extends PublicationPlace {
	/** The name of the publication's object. Sorting these names puts publications in order. */
	readonly name: string;
	/** When the publication was written, in milliseconds since 1970. */
	readonly modified: number;
}

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const SIZE = z.int().nonnegative();

const ContentSchema = z.object({
	release: z.string(),
	/** The version of the application that built the release. */
	application: z.string(),
	files: z.array(
		z.object({
			path: z.string().regex(/^(?:manifest\.json|programs\.index|packs\/[0-9a-f]{12}\.sqlite)$/),
			size: SIZE,
			sha256: SHA256,
		}),
	),
	/** The parts of the history of changes. See `HistoryPart`. */
	history: z.array(
		z.object({ table: z.enum(['publications', 'changes']), from: z.number(), size: SIZE, sha256: SHA256 }),
	),
});

export type PublicationContent = z.output<typeof ContentSchema>;
export type ListedFile = PublicationContent['files'][number];

const StoredSchema = z.object({ sha256: SHA256, content: ContentSchema });

/** The prefixes of object names. The hash that follows the prefix is that of the object's uncompressed content. */
export const FILE_OBJECTS = 'files';
export const COMPRESSED_OBJECTS = 'compressed';

/**
 * Whether a file is compressed before it is sent. Only the index is compressed, because it changes with each release.
 * Packs are compressed already.
 */
export const isCompressed = ({ path }: Pick<ListedFile, 'path'>) => path === FILES.index;

export const isPack = ({ path }: Pick<ListedFile, 'path'>) => path.endsWith('.sqlite');

/** The name of the object that contains a file. */
export function fileObject(file: Pick<ListedFile, 'path' | 'sha256'>): string {
	return `${isCompressed(file) ? COMPRESSED_OBJECTS : FILE_OBJECTS}/${file.sha256}`;
}

export const historyObject = (sha256: string) => `${COMPRESSED_OBJECTS}/${sha256}`;

/** The maximum size of an object with compressed content. Compression can make content slightly larger. */
export const mostCompressed = (size: number) => size + Math.ceil(size / 256) + 1024;

export function publicationName({ epoch, number, source, release }: PublicationPlace): string {
	const digits = (value: number, length: number) => String(value).padStart(length, '0');
	return `${PUBLICATIONS}/${digits(epoch, 6)}-${digits(number, 12)}-${source}-${release}.json`;
}

/** Returns all publications in a store, in order. */
export async function listPublications(store: ReleaseStore): Promise<StoredPublication[]> {
	return (await store.list(PUBLICATIONS)).flatMap(placeOf);
}

function placeOf({ name, modified }: StoredObject): StoredPublication[] {
	const found = /^publications\/(\d{6})-(\d{12})-([0-9a-f]+)-([0-9a-f]+)\.json$/.exec(name);
	if (found === null) return [];
	const [, epoch, number, source, release] = found;
	return [{ name, modified, epoch: Number(epoch), number: Number(number), source: source!, release: release! }];
}

export async function writePublication(
	store: ReleaseStore,
	place: PublicationPlace,
	content: PublicationContent,
): Promise<void> {
	const stored = { sha256: hash('sha256', JSON.stringify(content)), content };
	await store.write(publicationName(place), Buffer.from(JSON.stringify(stored)));
}

/**
 * Returns a publication's content, or undefined if the publication has been removed.
 *
 * @throws UserError when the object is damaged. The message names the object
 */
export async function readPublication(
	store: ReleaseStore,
	{ name, release }: Pick<StoredPublication, 'name' | 'release'>,
): Promise<PublicationContent | undefined> {
	const bytes = await store.read(name, LONGEST_PUBLICATION);
	if (bytes === undefined) return undefined;
	try {
		const { sha256, content } = StoredSchema.parse(JSON.parse(bytes.toString()));
		if (sha256 !== hash('sha256', JSON.stringify(content)) || content.release !== release) throw new Error('Changed.');
		return content;
	} catch (cause) {
		throw damagedObject(store.address, name, cause);
	}
}
