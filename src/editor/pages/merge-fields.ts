/**
 * Merges a form that was sent with the record as it is now, field by field: a three-way merge, so that two windows never
 * overwrite each other's edits.
 */
import { tagOfText } from './edit-request.ts';

/** A field of a form that was sent. */
export interface SentField {
	readonly field: string;
	/** The text that the user sent. */
	readonly mine: string;
	/** The tag of the text that the form was opened with. See `tagOfText`. */
	readonly opened: string | undefined;
	/** The text of the record now. */
	readonly stored: string;
}

export interface Merged {
	/** The fields to change, with their new texts. */
	readonly changes: readonly (readonly [field: string, text: string])[];
	/** The fields that were changed both in the form and since it was opened, to different texts. */
	readonly conflicts: readonly string[];
}

export function mergeFields(fields: readonly SentField[]): Merged {
	const changed = fields.filter(({ mine, opened, stored }) => {
		return tagOfText(mine) !== opened && tagOfText(mine) !== tagOfText(stored);
	});
	return {
		changes: changed.map(({ field, mine }) => [field, mine]),
		conflicts: changed.filter(({ opened, stored }) => tagOfText(stored) !== opened).map(({ field }) => field),
	};
}
