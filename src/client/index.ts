/** The exports of the API client's package. */

export type * from './api.ts';
export { DirectoryClient } from './client.ts';
export type { DeprecationNotice } from './deprecation-notice.ts';
export { ApiError, type FieldProblem, type ParameterProblem } from './error.ts';
export type { List, Page } from './list.ts';
export type { ClientOptions, FileOptions, RequestOptions, WriteOptions } from './options.ts';
export type { RecordFile } from './record-file.ts';
export type { Sync } from './sync.ts';
export { verifyWebhook } from './verify-webhook.ts';
export type { FetchOptions, WebHeaders, WebResponse, WebSignal } from './web.ts';
