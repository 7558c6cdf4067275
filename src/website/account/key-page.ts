import { stateOf } from '../../state/keys/key.ts';
import { KEYS } from '../addresses.ts';
import { dayOf } from '../format/dates.ts';
import { accountRequest, type PageContext, seeOther } from './account-page.ts';
import { ownKey } from './own-key.ts';
import { sumOfRequests, usageDays } from './usage-chart.ts';

export async function keyPage(context: PageContext) {
	const found = await ownKey(context);
	if (found instanceof Response) return found;
	const { session, key } = found;
	const { accounts, request } = await accountRequest(context);
	const [usage, use] = [await accounts.usage(request), await accounts.keyUse(request, key.id)];
	if (!usage.ok || !use.ok) return seeOther(KEYS.address);
	const now = new Date();
	const days = usageDays(
		usage.value.filter(({ key_id }) => key_id === key.id),
		now,
	);
	const [own, total] = [sumOfRequests(days), sumOfRequests(usage.value)];
	const { endpoints, requests } = use.value;
	const leads = {
		active: undefined,
		revoked: `Revoked on ${dayOf(key.revoked_at ?? '')}. Requests with this key fail with status 401.`,
		expired: `Expired on ${dayOf(key.expires_at ?? '')}. Requests with this key fail with status 401.`,
	};
	return { session, key, days, own, total, endpoints, requests, lead: leads[stateOf(key, () => now)] };
}
