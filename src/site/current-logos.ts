/** The logos that this build puts into the website: the files of the folder that the environment variable LOGOS names. */
import { existsSync, readdirSync } from 'node:fs';

const folder = process.env.LOGOS;
const files = new Set(folder !== undefined && existsSync(folder) ? readdirSync(folder) : []);

/** Tells whether the website that is being built has a logo at a path. */
export const isBuiltLogo = (path: string) => files.has(path.replace('logos/', ''));
