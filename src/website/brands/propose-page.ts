import { BRAND_FIELDS, type BrandKind, COLUMNS, ruleSentence } from '../../catalog/records.ts';
import { tagOf } from '../../shared/http/content.ts';
import { cellOf } from '../../snapshot/export-csv.ts';
import { readText } from '../../snapshot/import/table/read-cell.ts';
import { accountRequest, type PageContext, type Problems, seeOther, withFlash } from '../account/account-page.ts';
import { PROPOSALS, SIGN_IN } from '../addresses.ts';
import { servedRelease } from '../served/release.ts';

/** What a page proposes: changes of the organization, changes of a program, or a new program. */
type ProposeWhat = 'edit' | 'program' | 'new';

/** The start of the names of hidden inputs with the tags of the texts that the form was opened with. */
const OPENED = 'opened.';

/** A form with the fields that a brand may propose. Only the fields that the user has changed are proposed. */
export async function proposePage(context: PageContext) {
	const { slug, form } = context.params as { slug: string; form: string };
	const program = /^programs\/([^/]+)$/.exec(form)?.[1];
	const what = program === undefined ? form : 'program';
	if (!isWhat(what)) return new Response(null, { status: 404 });
	const kind: BrandKind = what === 'edit' ? 'organizations' : 'programs';
	const release = await servedRelease(context.locals);
	const { accounts, request } = await accountRequest(context);
	const organization = await accounts.ownListing(request, release, 'organizations', slug);
	const found = what === 'program' ? await accounts.ownListing(request, release, 'programs', program!) : organization;
	if (!found.ok || !organization.ok) return seeOther(SIGN_IN.address);
	if (found.value === undefined || organization.value === undefined) return new Response(null, { status: 404 });
	if (found.value.organization !== slug) return new Response(null, { status: 404 });
	const stored = what === 'new' ? {} : found.value.fields;
	const names = [...(what === 'new' ? ['slug'] : []), ...BRAND_FIELDS[kind]];
	const texts = Object.fromEntries(names.map((name) => [name, cellOf(stored[name])]));
	let problems: Problems = {};
	const posted = context.request;
	const sent = posted.method === 'POST' ? new URLSearchParams(await posted.text()) : undefined;
	if (sent !== undefined) {
		const changed = names.filter((name) => isChanged(sent, name));
		for (const name of changed) texts[name] = sent.get(name)!.replace(/\r\n?/g, '\n');
		const read = fieldsOf(kind, changed, texts);
		problems = read.problems;
		if (what !== 'new' && changed.length === 0) problems = UNCHANGED;
		const isRead = Object.keys(problems).length === 0;
		// If a form is sent twice, for example with two clicks, only one proposal is added.
		if (isRead && !(await accounts.useFormToken(request, sent.get('token') ?? ''))) problems = SENT_BEFORE;
		else if (isRead) {
			const own = what === 'new' ? { organization: slug } : {};
			const target = what === 'new' ? undefined : (program ?? slug);
			const result = await accounts.propose(request, release, {
				kind,
				slug: target,
				fields: { ...read.fields, ...own },
			});
			if (!result.ok) return seeOther(SIGN_IN.address);
			if ('proposal' in result.value) return seeOther(withFlash(PROPOSALS, 'proposed'));
			problems = result.value.problems;
		}
		context.response.status = 422;
	}
	const fields = names.map((name) => ({
		name,
		text: texts[name]!,
		opened: sent?.get(`${OPENED}${name}`) ?? tagOf(texts[name]!),
	}));
	const title = TITLES[what](what === 'program' ? String(stored.name) : organization.value.organizationName);
	const token = await accounts.newFormToken(request);
	return { title, kind, fields, problems, slug, token };
}

/** The form keeps its texts, because one that is too old, or that was changed with “Back”, was not sent. */
const SENT_BEFORE: Problems = {
	'': 'This form was sent already, or is too old. If what you have written is not among your proposals, send it again.',
};

const UNCHANGED: Problems = { '': 'You have not changed anything.' };

const TITLES: { readonly [what in ProposeWhat]: (name: string) => string } = {
	edit: (name) => `Change ${name}`,
	program: (name) => `Change ${name}`,
	new: (name) => `Propose a program of ${name}`,
};

function isWhat(what: string): what is ProposeWhat {
	return Object.hasOwn(TITLES, what);
}

/** Whether the user has changed the text of a field since the form was opened. */
function isChanged(sent: URLSearchParams, name: string): boolean {
	const text = sent.get(name);
	return text !== null && tagOf(text.replace(/\r\n?/g, '\n')) !== sent.get(`${OPENED}${name}`);
}

/** Reads the texts of fields as an import reads cells. An empty text empties the field. */
function fieldsOf(kind: BrandKind, names: readonly string[], texts: { readonly [name: string]: string }) {
	const fields: { [name: string]: unknown } = {};
	const problems: { [name: string]: string } = {};
	for (const name of names) {
		const column = COLUMNS[kind][name]!;
		const cell = readText(column, texts[name]!);
		if ('rule' in cell) problems[name] = `${ruleSentence({ value: texts[name], ...cell })}.`;
		else fields[name] = cell.value ?? emptyOf(column.schema);
	}
	return { fields, problems };
}

/** Returns the value of an empty field: its default, or null if it must have a value. */
function emptyOf(schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }): unknown {
	const { success, data } = schema.safeParse(undefined);
	return success ? data : null;
}
