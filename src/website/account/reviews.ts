/** The reviews of an account: what their author sees of them, and the form in which people write them. */
import { z } from 'zod';
import { authorName } from '../../catalog/author-name.ts';
import { SENT_REVIEW, type SentReview } from '../../catalog/sent-review.ts';
import { isWritten, type OwnReview, type WrittenReview } from '../../state/proposals/review.ts';
import { type Problems, Text } from './account-page.ts';

/** Returns the version that the author has written last. */
export function latestVersion({ waiting, rejected, approved }: OwnReview): WrittenReview | undefined {
	if (waiting !== undefined && isWritten(waiting.fields)) return waiting.fields;
	return rejected?.version ?? approved;
}

/**
 * Says where a review stands.
 *
 * @param isOnline whether the current release has the review
 */
export function stateOf({ waiting, rejected, approved }: OwnReview, isOnline: boolean): string {
	const published = isOnline ? 'Published' : 'Approved. It goes online with the next release';
	if (waiting !== undefined && !isWritten(waiting.fields)) {
		return 'Withdrawn. An editor takes it out, and it is gone with the release after that';
	}
	if (waiting !== undefined) {
		return approved === undefined ? 'Waiting for an editor' : `${published}. Your new version is waiting for an editor`;
	}
	if (rejected !== undefined)
		return approved === undefined ? 'Rejected' : `${published}. The editors rejected your last request`;
	return published;
}

/** The fields as browsers send them. Fields that are not here are ignored. */
export const ReviewFields = z.object({
	author: Text.default(''),
	rating: Text.default(''),
	title: Text.default(''),
	body: Text.default(''),
	months_in_program: Text.default(''),
	paid_on_time: Text.default(''),
	approval_days: Text.default(''),
});

export type ReviewFields = z.output<typeof ReviewFields>;

type ReadReview =
	| { readonly ok: true; readonly value: { readonly review: SentReview; readonly author: string } }
	| { readonly ok: false; readonly problems: Problems };

/** @param needsAuthor whether the account has no author yet, so that the form asks for a name */
export function readReview(fields: ReviewFields, needsAuthor: boolean): ReadReview {
	const review = SENT_REVIEW.safeParse({
		rating: figureIn(fields.rating),
		title: fields.title.trim(),
		body: fields.body.replace(/\r\n?/g, '\n').trim(),
		months_in_program: figureIn(fields.months_in_program),
		paid_on_time: fields.paid_on_time === '' ? null : fields.paid_on_time,
		approval_days: figureIn(fields.approval_days),
	});
	const author = needsAuthor ? authorName.safeParse(fields.author) : { success: true as const, data: '' };
	if (review.success && author.success) return { ok: true, value: { review: review.data, author: author.data } };
	const problems: { [field: string]: string } = {
		...(author.success ? {} : problemsOf(author.error, 'author')),
		...(review.success ? {} : problemsOf(review.error)),
	};
	for (const [field, message] of Object.entries(EMPTY)) {
		if (field in problems && fields[field as keyof typeof EMPTY].trim() === '') problems[field] = message;
	}
	return { ok: false, problems };
}

/** Reads a number. An empty text is null, and other texts stay as they are, so that the rules refuse them. */
function figureIn(text: string): unknown {
	const trimmed = text.trim();
	if (trimmed === '') return null;
	return /^\d{1,9}(?:\.\d{1,3})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** What to say about required fields that are empty. */
const EMPTY = {
	author: 'Enter your name.',
	rating: 'Choose a rating.',
	title: 'Enter a title.',
	body: 'Write your review.',
} as const;

const LABELS: { readonly [field: string]: string } = {
	author: 'Your name',
	rating: 'The rating',
	title: 'The title',
	body: 'The review',
	months_in_program: 'The number of months',
	paid_on_time: 'The answer',
	approval_days: 'The number of days',
};

function problemsOf(error: z.ZodError, only?: string): Problems {
	const problems: { [field: string]: string } = {};
	for (const { path, message } of error.issues) {
		const field = only ?? String(path[0]);
		problems[field] ??= `${LABELS[field]} must be ${message}.`;
	}
	return problems;
}
