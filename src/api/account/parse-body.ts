/** Reads JSON bodies, whose problems are listed by field. */
import type { z } from 'zod';
import { typeWords } from '../../catalog/records.ts';
import { sentence } from '../../shared/text.ts';
import { ApiError, type FieldProblem } from '../error.ts';

const JSON_TYPE = /^application\/(?:json|merge-patch\+json)[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
const MOST_PROBLEMS = 100;

/**
 * Parses a body.
 *
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when it is not sent as JSON, INVALID_BODY when it does not fit the schema
 */
export function parseBody<S extends z.ZodType>(
	contentType: string | undefined,
	contentEncoding: string | undefined,
	bytes: Buffer,
	schema: S,
): z.output<S> {
	if (!JSON_TYPE.test(contentType ?? '') || !/^(?:identity)?$/i.test(contentEncoding ?? '')) {
		throw new ApiError(
			'UNSUPPORTED_MEDIA_TYPE',
			'Send the body as JSON in UTF-8, not compressed, with Content-Type: application/json.',
		);
	}
	const parsed = schema.safeParse(jsonOf(bytes), { error: typeSentence });
	if (parsed.success) return parsed.data;
	throw invalidBody(parsed.error.issues.flatMap(problemsOf));
}

function typeSentence(issue: z.core.$ZodRawIssue): string | undefined {
	const words = typeWords(issue);
	if (words === undefined) return undefined;
	return issue.input === undefined ? `It is missing. It must be ${words}.` : `It must be ${words}.`;
}

function jsonOf(bytes: Buffer): unknown {
	try {
		return JSON.parse(utf8.decode(bytes));
	} catch {
		throw invalidBody([{ field: '', message: 'The body is not valid JSON.' }]);
	}
}

/** Makes the error for a body with invalid fields. The first problem is also in the error's sentence. */
export function invalidBody(problems: readonly FieldProblem[]): ApiError {
	const [first, ...others] = problems;
	const { field, message } = first!;
	const more = others.length === 1 ? 'is one more problem' : `are ${others.length} more problems`;
	const text = `${field === '' ? '' : `${field}: `}${message}${others.length === 0 ? '' : ` There ${more}, see details.`}`;
	return new ApiError('INVALID_BODY', text, { details: problems.slice(0, MOST_PROBLEMS) });
}

/** An issue about unknown fields names all of them, and becomes a problem of each. */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
	const place = issue.path.join('.');
	if (issue.code !== 'unrecognized_keys') return [{ field: place, message: sentence(issue.message) }];
	return issue.keys.map((key) => ({
		field: [place, key]
			.filter((part) => part !== '')
			.join('.')
			.slice(0, LONGEST_FIELD),
		message: 'This field is unknown, or you cannot set it.',
	}));
}

const LONGEST_FIELD = 100;
