import { inject } from 'vitest';

declare module 'vitest' {
	export interface ProvidedContext {
		readonly javaScriptEnabled?: boolean;
	}
}

/** Whether pages run JavaScript in the tests of accounts: in `npm test` they do, in `npm run test:long` they do not. */
export const JAVASCRIPT = inject('javaScriptEnabled') ?? true;
