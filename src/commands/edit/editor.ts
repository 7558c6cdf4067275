import type { Round } from './rounds.ts';

/** What the pages of `npm run edit` work with. */
export interface Editor {
	readonly snapshot: string;
	/** The folder of releases for the preview. */
	readonly preview: string;
	/** The folder of releases that “Publish” writes to. */
	readonly out: string;
	readonly siteUrl: string;
	/** Builds the preview again. Resolves when the server shows it. */
	update(): Promise<Round>;
}
