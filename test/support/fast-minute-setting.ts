/** The environment of a server whose minutes take a second. */
export const FAST_MINUTE = { NODE_OPTIONS: `--import=${new URL('fast-minute.ts', import.meta.url)}` };
