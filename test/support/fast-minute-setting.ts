/** The environment of a server that runs the tasks of every minute every second. */
export const FAST_MINUTE = { NODE_OPTIONS: `--import=${new URL('fast-minute.ts', import.meta.url)}` };
