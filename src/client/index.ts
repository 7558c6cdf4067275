/** The exports of the API client's package. */

export type * from './api.ts';
export { DirectoryClient } from './client.ts';
export { ApiError, type FieldProblem, type ParameterProblem } from './error.ts';
export type { List, Page } from './list.ts';
export type {
	ClientOptions,
	DeprecationNotice,
	FetchOptions,
	FileOptions,
	RequestOptions,
	WebHeaders,
	WebResponse,
	WebSignal,
	WriteOptions,
} from './options.ts';
export type { RecordFile } from './record-file.ts';
export type { Sync } from './sync.ts';
export { verifyWebhook } from './verify-webhook.ts';
