import { fileURLToPath } from 'node:url';

/** The project's folder, which holds package.json. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
