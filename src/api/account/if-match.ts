/** The header `If-Match`: a change is refused if the record has changed since the client read it. */
import { isFresh } from '../../shared/http/response.ts';
import { ApiError } from '../error.ts';

/**
 * Compares `If-Match` with the tag of a record. The tags are weak, because all encodings share them, so they are compared
 * weakly, unlike RFC 9110 says.
 *
 * @param tag without quotes
 * @throws ApiError PRECONDITION_FAILED
 */
export function mustMatch(ifMatch: string | undefined, tag: string): void {
	if (ifMatch === undefined || isFresh(ifMatch, tag)) return;
	throw new ApiError(
		'PRECONDITION_FAILED',
		'The record has changed since you read it: its ETag is not the one in If-Match. Read it again.',
	);
}
