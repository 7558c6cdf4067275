/** The targets for a directory of a certain size, in words. Targets that are not defined for this size are empty. */
export interface EditTargets {
	/** For a single typo. */
	readonly typo: string;
	/** For the other edits, except the rename of the largest category. */
	readonly others: string;
	readonly buildSeconds: string;
	readonly buildMemory: string;
	/** For the disk space used after all edits. */
	readonly disk: string;
}

const NONE: EditTargets = { typo: '', others: '', buildSeconds: '', buildMemory: '', disk: '' };

/** @param programs the number of programs */
export function targetsOf(programs: number): EditTargets {
	switch (programs) {
		case 750:
			return { ...NONE, typo: 'under 1.5 s' };
		case 10_000:
			return { ...NONE, typo: 'under 6 s', buildMemory: 'under 1500 MB' };
		case 100_000:
			return {
				typo: 'under 10 s and 1/40',
				others: 'under 20 s',
				buildSeconds: 'under 15 minutes',
				buildMemory: 'under 3000 MB',
				disk: 'under 6000 MB',
			};
		default:
			return NONE;
	}
}
