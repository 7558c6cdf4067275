/**
 * Reports the progress of a step.
 *
 * @param done the completed share of the step, from 0 to 1
 * @param items the number of items that are done, such as pages
 */
export type Progress = (done: number, items?: number) => void;

/** Runs a step of a build and shows its progress. */
export type RunStep = <T>(name: string, work: (progress: Progress) => T | Promise<T>) => Promise<T>;
