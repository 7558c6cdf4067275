import { printWarning } from './problems.ts';

/** Warns that the release that has just become current was built by another version of this software. */
export function warnOfOtherVersion(): void {
	printWarning(
		'another version of this software built this release, so search, comparison and account pages respond with 503. Run that version of the software, or build again and publish the new release.',
	);
}
