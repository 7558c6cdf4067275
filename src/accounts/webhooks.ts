import type { SwitchedOff } from '../state/delivery-store.ts';
import { type AccountContext, recordEvent } from './context.ts';

/** Actions on the signed-in account's webhooks. A webhook of another account is treated as missing. */
export function webhookActions(context: AccountContext) {
	const { state, mail } = context;

	return {
		/** Tells the owner that a webhook was switched off because it failed: with a notice, and by email. */
		async webhookSwitchedOff({ webhook: id, account }: SwitchedOff): Promise<void> {
			const [webhook, owner] = [await state.webhooks.find(account, id), await state.accounts.findById(account)];
			if (webhook === undefined || owner === undefined) return;
			await recordEvent(context, account, 'webhook_off', undefined, new URL(webhook.url).host);
			await mail?.add({ kind: 'webhook_off', to: owner.email, account, webhook: id });
		},
	};
}
