/** Warns that a release that became current was built by another version of this software. */
export function warnOfOtherVersion(): void {
	console.error(
		'warning: another version of this software built this release, so search, comparison and account pages answer 503. Run that version of the software, or build the data again and publish it.',
	);
}
