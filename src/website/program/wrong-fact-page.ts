import { z } from 'zod';
import { reportSubject } from '../../accounts/report-subject.ts';
import { accountRequest, handleForm, type PageContext, Text } from '../account/account-page.ts';
import { servedRelease } from '../served/release.ts';

const ReportForm = z.object({ message: Text, source: Text, token: Text, website: Text });

/**
 * A form for reporting a wrong fact about a program, or a review, without an account. The query is `?program=` and a
 * slug, or `?review=` and an ID.
 */
export async function wrongFactPage(context: PageContext) {
	const { searchParams } = context.url;
	const subject = reportSubject(await servedRelease(context.locals), {
		program: searchParams.get('program') ?? '',
		review: searchParams.get('review') ?? '',
	});
	if (subject === undefined) return new Response(null, { status: 404 });
	const { success, problems, values } = await handleForm(context, ReportForm, ({ accounts, request }, form) =>
		accounts.reportFact(request, { subject, trap: form.website, ...form }),
	);
	const { accounts } = await accountRequest(context);
	const given = success === undefined ? values : undefined;
	return {
		...subject,
		isSent: success !== undefined,
		problems,
		token: accounts.newReportToken(),
		message: given?.message ?? '',
		source: given?.source ?? '',
	};
}
