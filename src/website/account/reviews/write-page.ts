import { dataAt } from '../../../api/data-at.ts';
import type { ProgramDetail } from '../../../catalog/resources.ts';
import type { Claim } from '../../../state/claim-store.ts';
import { REVIEWS } from '../../addresses.ts';
import { servedRelease } from '../../served/release.ts';
import {
	accountRequest,
	type PageContext,
	type Problems,
	problemOf,
	readForm,
	requireSession,
	seeOther,
} from '../account-page.ts';
import { withFlash } from '../flash-message.ts';
import { ReviewFields, readReview } from './review-form.ts';
import { latestVersion } from './review-state.ts';

/** Handles the page on which an account writes or changes its review of a program. */
export async function writePage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const release = await servedRelease(context.locals);
	const slug = context.params.program ?? '';
	const program = dataAt<ProgramDetail>(release, `/programs/${slug}`);
	if (program === undefined) {
		context.response.status = 404;
		return { session, program: undefined };
	}
	const { accounts, request } = await accountRequest(context);
	const own = await accounts.ownReview(request, slug);
	if (!own.ok) return seeOther(REVIEWS.address);
	const { review, author } = own.value;
	const claims = await accounts.claims(request);
	const isOwn = claims.ok && claims.value.some((claim) => speaksFor(claim, program.organization.slug));
	const form = await readForm(context, ReviewFields);
	let problems: Problems = form?.ok === false ? form.problems : {};
	if (form?.ok) {
		const read = readReview(form.values, author === undefined);
		if (read.ok) {
			const reviewed = {
				program: slug,
				organization: program.organization.slug,
				isAuthor: (key: string) => release.isAuthor(key),
			};
			const sent = await accounts.sendReview(request, reviewed, read.review, read.author);
			if (sent.ok) return seeOther(withFlash(REVIEWS, 'review-sent'));
			problems = problemOf(context, sent);
		} else {
			context.response.status = 422;
			problems = read.problems;
		}
	}
	const values = form?.ok ? form.values : fieldsOf(review && latestVersion(review));
	return { session, program, canMail: accounts.canMail, isOwn, review, author, values, problems };
}

function speaksFor({ organization, status }: Claim, slug: string): boolean {
	return organization === slug && status === 'verified';
}

/** Returns the fields of the form for a version of a review. */
function fieldsOf(version: ReturnType<typeof latestVersion>): ReviewFields {
	const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
	return {
		author: '',
		rating: text(version?.rating),
		title: text(version?.title),
		body: text(version?.body),
		months_in_program: text(version?.months_in_program),
		paid_on_time: text(version?.paid_on_time),
		approval_days: text(version?.approval_days),
	};
}
