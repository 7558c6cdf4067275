import type { Scope } from '../state/keys/scope.ts';
import type { ApiContext } from './context.ts';
import { allows, type Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { ApiError } from './error.ts';
import type { ExportedFile, ExportedName } from './exported-file.ts';
import { BASE_PATH } from './target.ts';

const FILES: readonly Endpoint[] = ENDPOINTS.filter(({ answer }) => answer === 'file');
const FOLDER = '/export/';

/** Returns the items of `GET /v1/export`: the files that a key with these scopes may download. */
export async function listFiles(
	{ exportedFile, siteUrl }: Pick<ApiContext, 'exportedFile' | 'siteUrl'>,
	snapshot: string,
	scopes: readonly Scope[],
): Promise<readonly object[]> {
	if (exportedFile === undefined) return [];
	const allowed = FILES.filter((file) => allows(file, scopes));
	return Promise.all(
		allowed.map(async ({ path }) => {
			const name = path.slice(FOLDER.length) as ExportedName;
			const { records, forms } = await exportedFile(name, false);
			return { name, url: `${siteUrl}${BASE_PATH}${path}`, records, snapshot, encodings: encodingsOf(forms) };
		}),
	);
}

function encodingsOf(forms: ExportedFile['forms']): readonly object[] {
	return Object.entries(forms).map(([encoding, { length, sha256 }]) => ({
		encoding,
		bytes: length,
		sha256: Buffer.from(sha256, 'base64').toString('hex'),
	}));
}

/** How long a client should wait for a file that is being made, in seconds. */
const RETRY_FILE = 10;

export function fileNotReady(): ApiError {
	return new ApiError('UNAVAILABLE', `The server is still making this file. Try again in ${RETRY_FILE} s.`, {
		retryAfter: RETRY_FILE,
	});
}
