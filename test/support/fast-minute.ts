/**
 * Imported before a server starts. The server then does its tasks of every minute every second, so that tests need not
 * wait.
 */
const start = globalThis.setInterval;
const faster = (work: () => void, delay?: number) => start(work, delay === 60_000 ? 1000 : delay);
globalThis.setInterval = faster as typeof setInterval;

export {};
