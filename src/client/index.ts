/** The exports of the API client's package. */
export { DirectoryClient, type FileOptions } from './client.ts';
export { ApiError, type ParameterProblem } from './error.ts';
export type { List, Page } from './list.ts';
export type { RecordFile } from './record-file.ts';
export type { Sync } from './sync.ts';
export type { ClientOptions, RequestOptions } from './transport.ts';
export type * from './types.ts';
