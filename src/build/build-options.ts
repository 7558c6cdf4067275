import type { ChangedRecords } from '../release/changed-records.ts';
import type { HistoryOptions } from '../release/make-current.ts';
import type { Manifest } from '../release/manifest.ts';
import type { GuardOptions } from '../snapshot/changes/guard.ts';
import type { CheckReport } from '../snapshot/check.ts';
import type { CountedVisits } from './counted-visits.ts';
import type { Logos } from './logos.ts';
import type { PageChanges } from './site-layers.ts';
import type { Warm } from './warm.ts';

/** How a build treats the text index of the current release. See `BuildOptions.text`. */
export type TextIndexing = 'update' | 'keep' | 'check';

export interface BuildOptions extends HistoryOptions {
	readonly snapshot: string;
	/** The folder that holds releases. */
	readonly out: string;
	/** The public address, for links in pages. */
	readonly siteUrl: string;
	/** `api` builds without the website. */
	readonly only?: 'api' | undefined;
	/** Whether a release without a website may replace a release that has a website. */
	readonly dropSite?: boolean | undefined;
	/** Whether to render all pages of a new release. If not, pages that have not changed are reused. */
	readonly full?: boolean | undefined;
	/** The content ID that the snapshot must have. */
	readonly expectSnapshot?: string | undefined;
	/** The limit of disk for the releases that are kept, in gigabytes. See `chooseReleases`. */
	readonly keepDisk?: number | undefined;
	/** The preparations of a process that builds again and again. */
	readonly warm?: Warm | undefined;
	/**
	 * How to treat the text index of the current release: `update` indexes the records that may have changed since that
	 * release, `keep` keeps the index as it is, and `check` looks for changes in all records, because earlier builds have
	 * kept it. The default is `update`.
	 */
	readonly text?: TextIndexing | undefined;
	/** The counted visits that replace the views in the snapshot. Undefined if the release has the views of the snapshot. */
	readonly visits?: CountedVisits | undefined;
	/** When to hold the release because of its differences from the current one. Never if undefined. */
	readonly guard?: Pick<GuardOptions, 'thresholds' | 'holdsChanges'> | undefined;
}

export type BuildResult =
	| { readonly outcome: 'refused'; readonly report: CheckReport }
	| {
			readonly outcome: 'built' | 'unchanged';
			readonly report: CheckReport;
			/** The names of the unused image files in the snapshot's logo folder. See `Logos`. */
			readonly logos: Pick<Logos, 'unmatched' | 'unsupported'>;
			readonly manifest: Manifest;
			/** How the published records and the pages differ from those of the previous release. */
			readonly records: ChangedRecords;
			readonly pages: PageChanges;
			/** The number of releases that are kept, and the disk that they need, in bytes. */
			readonly kept: { readonly releases: number; readonly bytes: number };
			/** Whether a rollback still keeps builds from publishing. Only if `unchanged`. */
			readonly isPaused: boolean;
	  }
	| {
			/** The release was built but not published. */
			readonly outcome: 'held';
			readonly report: CheckReport;
			readonly id: string;
			/** Why, each as a clause. */
			readonly reasons: readonly string[];
			/** Whether a rollback is one of the reasons. */
			readonly isPaused: boolean;
	  };

/**
 * Reports the progress of a step.
 *
 * @param done the completed share of the step, from 0 to 1
 * @param items the number of items that are done, such as pages
 */
export type Progress = (done: number, items?: number) => void;

/** Runs a step of a build and shows its progress. */
export type RunStep = <T>(name: string, work: (progress: Progress) => T | Promise<T>) => Promise<T>;
