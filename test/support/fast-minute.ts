/** Imported before a server starts: what it does once a minute it does once a second, so that a test need not wait. */
const start = globalThis.setInterval;
const faster = (work: () => void, delay?: number) => start(work, delay === 60_000 ? 1000 : delay);
globalThis.setInterval = faster as typeof setInterval;

export {};
