import type { ApiContext } from '../context.ts';
import type { ApiRequest } from '../request.ts';

export interface McpRequest extends ApiRequest {
	/** Reads the body. Returns 413 if the body is too large, or 400 if it is incomplete. */
	body(): Promise<Buffer | 400 | 413>;
}

export interface McpContext extends ApiContext {
	readonly siteName: string;
}
