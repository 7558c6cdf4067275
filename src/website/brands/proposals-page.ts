import { z } from 'zod';
import type { Release } from '../../release/release.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { Proposal, ProposedFields } from '../../state/proposals/proposal.ts';
import {
	accountRequest,
	handleForm,
	type PageContext,
	requireSession,
	seeOther,
	Text,
} from '../account/account-page.ts';
import { flashMessage, withFlash } from '../account/flash-message.ts';
import { PROPOSALS, SIGN_IN } from '../addresses.ts';
import { recordIn } from '../changes/change-entry.ts';
import { valueText } from '../changes/field-line.ts';
import { servedRelease } from '../served/release.ts';

const WithdrawForm = z.object({ id: Text });

/** What the account has proposed, and what became of it. */
export async function proposalsPage(context: PageContext) {
	const session = await requireSession(context);
	if (session instanceof Response) return session;
	const { success } = await handleForm(context, WithdrawForm, ({ accounts, request }, { id }) =>
		accounts.withdrawProposal(request, id),
	);
	if (success) return seeOther(success.value ? withFlash(PROPOSALS, 'withdrawn') : PROPOSALS.address);
	const { accounts, request } = await accountRequest(context);
	const found = await accounts.proposals(request);
	if (!found.ok) return seeOther(SIGN_IN.address);
	const { total, proposals } = found.value;
	const release = await servedRelease(context.locals);
	return {
		session,
		total,
		proposals: proposals.map((proposal) => shown(proposal, release)),
		flash: flashMessage(context.url),
	};
}

function shown(proposal: Proposal, release: Pick<Release, 'resource'>) {
	const { kind, target, base } = proposal;
	const proposed: ProposedFields = proposal.fields;
	const { name, address } = recordIn(release, kind === 'organization' ? kind : 'program', target);
	const fields = Object.keys(proposed).map((field) => ({
		field,
		before: base === null ? undefined : textOf(base, field),
		after: textOf(proposed, field),
	}));
	// A new program is in the directory only once it was accepted and published.
	const newName = address === undefined && base === null ? String(proposed.name) : name;
	return { ...proposal, fields, name: newName, address };
}

const LONGEST = 300;

function textOf(values: ProposedFields, field: string): string {
	return excerpt(valueText(field, values[field] ?? null), LONGEST);
}
