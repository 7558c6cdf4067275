/** Sends events to webhooks, and announces releases to them. */

import type { HistoryReader } from '../../release/history/history-reader.ts';
import type { Network } from '../../shared/web/network.ts';
import type { State } from '../../state/state.ts';
import { secretBox } from '../../state/webhooks/sealed-secret.ts';
import { documentationAddress } from '../../website/addresses.ts';
import type { Log } from '../log.ts';
import { type Announced, openAnnouncer } from './announce.ts';
import { openWebhookQueue } from './webhook-queue.ts';

export interface WebhooksOptions {
	readonly state: State;
	readonly history: HistoryReader;
	/** The operator's AUTH_SECRET, which encrypts the secrets of webhooks. */
	readonly authSecret: string;
	/** The addresses that events may be sent to. */
	readonly network: Network;
	readonly siteUrl: string;
	readonly log: Log;
}

export interface Webhooks {
	/** Announces a release, unless that has been done. */
	announce(release: Announced): void;
	/** Finishes the requests that are being made. The other events stay in the state. */
	close(): Promise<void>;
}

export function openWebhooks(options: WebhooksOptions): Webhooks {
	const { state, history, authSecret, network, siteUrl, log } = options;
	const announcer = openAnnouncer({
		state,
		history,
		siteUrl,
		report: (error) => log.error({ err: error }, 'could not tell webhooks of the release; will keep trying'),
	});
	const queue = openWebhookQueue({
		state,
		secrets: secretBox(authSecret),
		network,
		userAgent: `DirectoryWebhooks (+${siteUrl}${documentationAddress('webhooks')})`,
		switchedOff: ({ webhook }) => log.info({ webhook }, 'switched off a webhook that failed'),
		report: (error) => log.error({ err: error }, 'could not send the events of webhooks; will keep trying'),
	});
	return {
		announce: announcer.announce,
		async close() {
			await Promise.all([announcer.close(), queue.close()]);
		},
	};
}
