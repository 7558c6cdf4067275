import { z } from 'zod';
import { readListed } from '../../api/account/read-listed.ts';
import { accountRequest, handleForm, type PageContext, Text } from '../account/account-page.ts';
import { servedRelease } from '../served/release.ts';

const ReportForm = z.object({ message: Text, source: Text, token: Text, website: Text });

/** A form for reporting a wrong fact about a program, without an account. The query is `?program=` and a slug. */
export async function wrongFactPage(context: PageContext) {
	const slug = context.url.searchParams.get('program') ?? '';
	const release = await servedRelease(context.locals);
	const program = readListed(release, 'programs', slug);
	if (program === undefined) return new Response(null, { status: 404 });
	const { success, problems, values } = await handleForm(context, ReportForm, ({ accounts, request }, form) =>
		accounts.reportFact(request, release, { program: slug, trap: form.website, ...form }),
	);
	const { accounts } = await accountRequest(context);
	const given = success === undefined ? values : undefined;
	return {
		slug,
		name: String(program.fields.name),
		isSent: success !== undefined,
		problems,
		token: accounts.newReportToken(),
		message: given?.message ?? '',
		source: given?.source ?? '',
	};
}
