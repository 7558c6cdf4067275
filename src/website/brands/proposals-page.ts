import { z } from 'zod';
import { cellOf } from '../../snapshot/export-csv.ts';
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
	return { session, total, proposals: proposals.map(shown), flash: flashMessage(context.url) };
}

function shown(proposal: Proposal) {
	const fields = Object.keys(proposal.fields).map((name) => ({
		name,
		before: proposal.base === null ? undefined : textOf(proposal.base, name),
		after: textOf(proposal.fields, name),
	}));
	return { ...proposal, fields };
}

const LONGEST = 300;

function textOf(values: ProposedFields, name: string): string {
	const text = cellOf(values[name]);
	if (text === '') return 'nothing';
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
