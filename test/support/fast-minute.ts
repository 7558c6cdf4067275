/** Loaded before a server starts. Tasks that it runs every minute then run every second. */
const start = globalThis.setInterval;
const faster = (work: () => void, delay?: number) => start(work, delay === 60_000 ? 1000 : delay);
globalThis.setInterval = faster as typeof setInterval;

export {};
