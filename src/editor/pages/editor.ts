import type { CountedVisits } from '../../build/counted-visits.ts';
import type { Warm } from '../../build/warm.ts';
import type { Round } from './rounds.ts';

/** What the pages of `npm run edit` work with. */
export interface Editor {
	readonly snapshot: string;
	/** The folder of the state, with the proposals that wait. */
	readonly state: string;
	/** The directory of another machine, at which proposals wait instead. See `ProposalPlace`. */
	readonly at?: string | undefined;
	/** The folder of releases for the preview. */
	readonly preview: string;
	/** The folder of releases that “Publish” writes to. */
	readonly out: string;
	readonly siteUrl: string;
	/** For how many days the history of changes is kept. */
	readonly historyDays: number;
	/** Returns the counted visits for a build, or undefined if lists are ordered by the views in the snapshot. */
	readonly visits: () => CountedVisits | undefined;
	/** See `Warm`. */
	readonly warm: () => Promise<Warm>;
	/** Runs work when no build and no other such work runs, because two publications in one process would wait for each other. */
	alone<T>(work: () => Promise<T>): Promise<T>;
	/** Builds the preview again. Resolves when the server shows it. */
	update(): Promise<Round>;
}
