/** Warns that another version of this software built the release that has become current. */
export function warnOfOtherVersion(): void {
	console.error(
		'warning: another version of this software built this release, so search, comparison and account pages respond with 503. Run that version of the software, or build again and publish the new release.',
	);
}
