/**
 * Responds with an exported file. Handles range and conditional requests, and ends the body when the API key is no
 * longer valid.
 */
import { Readable } from 'node:stream';
import Negotiator from 'negotiator';
import { type HttpResponse, isFresh } from '../shared/http/response.ts';
import { ApiError } from './error.ts';
import { EXPORT_ENCODINGS, type ExportEncoding, type ExportedFile, type ExportedForm } from './exported-file.ts';
import type { ApiRequest } from './target.ts';

/** The functions that check the key during a download and count the running downloads. */
export interface Permit {
	/** Whether the key may still download the file. */
	isAllowed(): Promise<boolean>;
	/**
	 * Counts a download that is about to start. Returns a function to call when the download ends.
	 *
	 * @throws ApiError when too many downloads are running
	 */
	start(): () => void;
}

export interface FileAnswer {
	readonly file: ExportedFile;
	readonly mediaType: string;
	readonly caching: string;
	readonly headers: readonly string[];
}

/**
 * Returns the response with the file or the requested range, or a 304 if the client already has the file. Each form of
 * the file has a strong tag of its own, because of `Range`.
 *
 * @throws ApiError when the range is outside the file, or when too many downloads are running
 */
export function sendFile(request: ApiRequest, { file, mediaType }: FileAnswer, permit: Permit): HttpResponse {
	const { encoding, form } = chosen(request, file);
	const tag = ['ETag', `"${form.tag}"`];
	if (isFresh(request.header('if-none-match'), form.tag)) return { status: 304, headers: tag, body: null };
	const range = rangeOf(request, form);
	const [start, end] = range ?? [0, form.length];
	const body = request.method === 'HEAD' ? null : openStream(form, start, end, permit);
	// biome-ignore format: a name and its value on each line
	const headers = [
		'Content-Type', mediaType,
		'Content-Length', String(end - start),
		...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
		...(range === undefined ? [] : ['Content-Range', `bytes ${start}-${end - 1}/${form.length}`]),
		...tag,
		'Accept-Ranges', 'bytes',
		'Repr-Digest', `sha-256=:${form.sha256}:`,
	];
	return { status: range === undefined ? 200 : 206, headers, body };
}

/**
 * Returns the form of the file that the client prefers. If the client prefers several forms equally, returns the
 * smallest.
 */
function chosen(request: ApiRequest, { forms }: ExportedFile): { encoding: ExportEncoding; form: ExportedForm } {
	const accepted = request.header('accept-encoding');
	const bySize = EXPORT_ENCODINGS.filter((encoding) => forms[encoding] !== undefined).sort(
		(a, b) => forms[a]!.length - forms[b]!.length,
	);
	const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted ?? 'identity' } });
	const encoding = (negotiator.encoding(bySize, { preferred: bySize }) ?? 'identity') as ExportEncoding;
	return { encoding, form: forms[encoding]! };
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Returns the position of the first byte of the requested range, and the position after its last byte. Returns
 * undefined if the response must contain the whole file. A `Range` header with several ranges or an unknown unit is
 * ignored, as RFC 9110 (14.2) allows.
 *
 * @throws ApiError RANGE_NOT_SATISFIABLE when the range is outside the file
 */
function rangeOf(request: ApiRequest, { length, tag }: ExportedForm): readonly [number, number] | undefined {
	const ifRange = request.header('if-range');
	const [, first, last] = RANGE.exec(request.header('range') ?? '') ?? [];
	if (request.method !== 'GET' || (first === undefined && last === undefined)) return undefined;
	if (first === '' && last === '') return undefined;
	if (ifRange !== undefined && ifRange.trim() !== `"${tag}"`) return undefined;
	const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
	const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
	if (first !== '' && last !== '' && Number(last) < start) return undefined;
	if (start < end) return [start, end];
	throw new ApiError(
		'RANGE_NOT_SATISFIABLE',
		`The Range header asks for bytes outside the file, which has ${length} bytes in this encoding.`,
		{ length },
	);
}

/** Opens the body as a stream. When the key stops being valid, the stream fails, and the connection closes. */
function openStream(form: ExportedForm, start: number, end: number, permit: Permit): Readable {
	const finish = permit.start();
	try {
		const { pieces, close } = form.open(start, end);
		const stream = Readable.from(whileAllowed(pieces, permit));
		// The `close` event fires even if nothing has read from the stream.
		return stream.once('close', () => {
			finish();
			close();
		});
	} catch (error) {
		finish();
		throw error;
	}
}

/**
 * The maximum number of bytes to send between two checks of the key. Even a slow client receives this many bytes within
 * a few seconds.
 */
const PIECE = 65_536;

async function* whileAllowed(pieces: AsyncIterable<Buffer>, { isAllowed }: Permit): AsyncGenerator<Buffer> {
	for await (const bytes of pieces) {
		for (let start = 0; start < bytes.length; start += PIECE) {
			if (!(await isAllowed())) throw new Error('The key is no longer valid.');
			yield bytes.subarray(start, start + PIECE);
		}
	}
}
