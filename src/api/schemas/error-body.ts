/** The bodies of errors. See decisions, Errors. */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../error.ts';
import { component } from './component.ts';

/** The statuses of errors, in ascending order. */
export const ERROR_STATUSES = [...new Set(Object.values(ERRORS).map(({ status }) => status))].sort((a, b) => a - b);

export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Returns the name of a status as one word, such as `NotFound`. */
export function statusName(status: number): string {
	return STATUS_CODES[status]!.replaceAll(' ', '');
}

export function codesOf(status: ErrorStatus): readonly ErrorCode[] {
	return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status === status);
}

const details = z
	.array(
		z.strictObject({
			parameter: z.string().meta({ description: 'The name of the parameter' }),
			message: z.string().meta({ description: 'The problem with it, in one sentence' }),
		}),
	)
	.min(1)
	.meta({ description: 'Every bad parameter of the request' });

const fieldDetails = z
	.array(
		z.strictObject({
			field: z.string().meta({ description: 'The name of the field; empty if the problem is the body as a whole' }),
			message: z.string().meta({ description: 'The problem with it, in one sentence' }),
		}),
	)
	.min(1)
	.meta({ description: 'Every bad field of the body' });

/** The details of the errors that have some, by status. */
const DETAILS: { readonly [status: number]: z.ZodType } = { 400: details, 422: fieldDetails };

function errorBody(status: ErrorStatus) {
	const shared = {
		error: z
			.string()
			.meta({ description: 'The problem and what to do about it, for people to read; the words can change' }),
		code: z
			.enum(codesOf(status))
			.meta({ description: 'The problem as a code that clients can check; it stays the same' }),
	};
	const own = DETAILS[status];
	const schema = z.strictObject(own === undefined ? shared : { ...shared, details: own });
	return component(`${statusName(status)}Error`, `The body of a ${status} response`, schema);
}

export const ERROR_BODIES: ReadonlyMap<number, z.ZodType> = new Map(
	ERROR_STATUSES.map((status) => [status, errorBody(status)]),
);
