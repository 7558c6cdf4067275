/** The directory that this build is of: the snapshot that the environment variable SNAPSHOT names. */
import { srcDir } from 'astro:config/server';
import type { openSnapshot } from '../snapshot/open.ts';
import { readDirectory } from './directory.ts';

// Imported as it lies there, not bundled: it reads data/schema.sql by its own place, which a bundle would change.
const snapshot: { openSnapshot: typeof openSnapshot } = await import(
	/* @vite-ignore */ new URL('snapshot/open.ts', srcDir).href
);
const db = snapshot.openSnapshot(process.env.SNAPSHOT || 'var/snapshot.sqlite');

export const directory = readDirectory(db);

db.close();
