/** Examples in the OpenAPI document: real responses of the sample directory, recorded by a test. */
import type { ErrorCode } from '../error.ts';
import examples from './examples.json' with { type: 'json' };

/** The address of the site in the recorded responses. */
export const EXAMPLE_SITE = 'https://directory.example';

/** The body of a successful response, for each operation. */
export const OPERATION_EXAMPLES: { readonly [operation: string]: object } = examples.operations;

/** The body of an error response, for each error code. */
export const ERROR_EXAMPLES: { readonly [code in ErrorCode]: object } = examples.errors;
