import type { ChangeKind, ChangesSince, ChangesStart } from '../catalog/change.ts';
import type { VerifyKey } from '../state/keys/verify.ts';
import type { Stores } from '../state/state.ts';
import type { SecretBox } from '../state/webhooks/sealed-secret.ts';
import type { ExportedFile, ExportedName } from './exported-file.ts';
import type { ApiLimits } from './rate.ts';
import type { ReleaseData } from './release-data.ts';
import type { ApiRequest } from './target.ts';

/** The parts of the server that the API uses. */
export interface ApiContext {
	/** The current release. */
	release(): ReleaseData;
	/** Reads changes: see `HistoryReader.since`. */
	changes(start: ChangesStart, kinds: ReadonlySet<ChangeKind>, offset: number, limit: number): ChangesSince | undefined;
	/** Returns the time of the first publication in the history, if there is a history. For error messages. */
	readonly historyBegins?: () => string | undefined;
	/** The releases that clients can request by snapshot. Undefined if clients can request only the current one. */
	readonly bySnapshot?: {
		get(snapshot: string): ReleaseData | undefined;
		/**
		 * Looks for a snapshot that `get` does not find yet. Returns undefined if `get` already finds it.
		 *
		 * @param address the address of the client. If it is undefined, only looks for newer snapshots
		 * @throws ApiError UNAVAILABLE when too many clients wait for earlier snapshots
		 */
		find(snapshot: string, address?: string): Promise<void> | undefined;
	};
	readonly verify: VerifyKey;
	/** Counts requests and downloads. Undefined if there are no limits. */
	readonly limits?: ApiLimits;
	/** Records the use of a key after the response is made. Undefined if uses are not recorded. */
	readonly record?: (use: RecordedUse) => void;
	/**
	 * Returns an exported file of the current release. The file has no forms if it is not ready. The function is
	 * undefined if nothing is exported.
	 *
	 * @param make whether to make the file if it is not ready, and to wait up to 20 seconds for it
	 */
	readonly exportedFile?: (name: ExportedName, make: boolean) => Promise<ExportedFile>;
	/** Called with the code of the error when a request is refused because of its key or its limits. */
	readonly refused?: ((code: string) => void) | undefined;
	/** What the endpoints about accounts read and write. Undefined if there are no accounts. */
	readonly stores?: Stores | undefined;
	/** Encrypts the secrets of webhooks. Undefined if the operator has not set AUTH_SECRET. */
	readonly webhookSecrets?: SecretBox | undefined;
	/** The site's public origin. */
	readonly siteUrl: string;
	nextRequestId(): string;
	reportError(error: unknown, requestId: string): void;
}

/** A request with a key that exists, even if the key was revoked or has expired. */
export interface RecordedUse {
	readonly keyId: string;
	readonly isValid: boolean;
	readonly request: ApiRequest;
	/** The endpoint at the path, or undefined if there is none. */
	readonly endpoint: { readonly method?: string; readonly path: string } | undefined;
	readonly status: number;
}

/** The part of the context that is needed to check keys and to record their use. */
export type KeyedContext = Pick<
	ApiContext,
	'release' | 'verify' | 'limits' | 'record' | 'refused' | 'siteUrl' | 'nextRequestId' | 'reportError'
> & {
	/** The headers that can hold the key, as a phrase for error messages. The default is `the X-API-Key header`. */
	readonly keyPlace?: string;
};
