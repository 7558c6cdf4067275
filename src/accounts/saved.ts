import { MOST_SAVED, readSavedEntry, type SavedEntry, type SavedProgram } from '../catalog/saved-program.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { randomText } from '../state/keys/secret.ts';
import type { FollowedProgram } from '../state/saved-store.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type Failure, failure, ok, type Result, tooMany } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

/** What a browser sends: its whole list. */
interface SentList {
	/** The ID of the account that the browser has the list of. */
	readonly account: string;
	readonly entries: readonly SavedEntry[];
}

/** The answer to a browser. It is sent as JSON. */
export interface SyncedList {
	/** The time of the server, in milliseconds since 1970. */
	readonly now: number;
	/** The account's list, most recently saved first, without the programs that were removed. */
	readonly entries: readonly SavedEntry[];
}

export interface SavedFeed {
	/** When the feed got its present address. Undefined if there is no feed. */
	readonly since: string | undefined;
}

/** The length of the key in the address of a feed, which has about 256 random bits. */
const KEY_LENGTH = 43;
const KEY = new RegExp(`^[0-9A-Za-z]{${KEY_LENGTH}}$`);

/** Actions on the saved programs of an account, and on the feed of what changed in them. */
export function savedActions(context: AccountContext) {
	const { state } = context;

	return {
		/**
		 * Unites the list in the form of a browser with the account's list, and returns the result. Returns undefined if the
		 * form has no list.
		 */
		async syncSaved(request: RequestContext, form: string): Promise<Result<SyncedList> | undefined> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			const { id, email } = session.account;
			// Reading a large form takes time, which a stranger must not cost.
			const sent = readSentList(new URLSearchParams(form), Date.now());
			if (sent === undefined) return undefined;
			// Somebody else has signed in since. The list is not for this account.
			if (id !== sent.account) return failure('OTHER_ACCOUNT');
			const limited = await checkLimit(context, 'saved', request, email);
			if (limited) return limited;
			const united = await state.saved.unite(id, sent.entries);
			return ok({ now: Date.now(), entries: united }, session.cookies);
		},

		savedFeed: (request: RequestContext): Promise<Result<SavedFeed>> =>
			asSignedIn(context, request, async ({ id }) => ({ since: await state.saved.feedSince(id) })),

		/** Gives the feed a new address, and returns the address's key. It cannot be read again. The former one stops. */
		openSavedFeed: (request: RequestContext): Promise<Result<string>> =>
			asSignedIn(context, request, async ({ id }) => {
				const key = randomText(KEY_LENGTH);
				await state.saved.openFeed(id, key, toTimestamp(new Date()));
				await recordEvent(context, id, 'saved_feed_made', request);
				return key;
			}),

		closeSavedFeed: (request: RequestContext): Promise<Result> =>
			asSignedIn(context, request, async ({ id }) => {
				await state.saved.closeFeed(id);
				await recordEvent(context, id, 'saved_feed_removed', request);
				return undefined;
			}),

		/**
		 * Returns the programs in the feed with this key, without a session. If there is no such feed, returns undefined, or a
		 * failure if the client has tried too many keys.
		 */
		async programsOfFeed(key: string, address: string): Promise<readonly FollowedProgram[] | Failure | undefined> {
			const programs = KEY.test(key) ? await state.saved.ofFeed(key) : undefined;
			if (programs !== undefined) return programs;
			const wait = await context.attempts.take('saved_feed', { address });
			return wait > 0 ? tooMany(wait) : undefined;
		},
	};
}

/** The number of entries that a list can have while programs saved without an account, and removed ones, are in it. */
const MOST_ENTRIES = 4 * MOST_SAVED;

/**
 * Reads the list in a form of a browser. Returns undefined if the form has none.
 *
 * @param now an entry cannot have changed later than this. In milliseconds since 1970
 */
function readSentList(form: URLSearchParams, now: number): SentList | undefined {
	const sent = readList(form.get('entries'));
	if (sent === undefined || sent.length > MOST_ENTRIES) return undefined;
	const entries: SavedEntry[] = [];
	for (const entry of sent) {
		const read = readSavedEntry(entry);
		if (read === undefined) return undefined;
		entries.push({ ...read, at: Math.min(read.at, now), program: read.program && storable(read.program) });
	}
	return { account: form.get('account') ?? '', entries };
}

function readList(json: string | null): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(json ?? '');
		return Array.isArray(list) ? list : undefined;
	} catch {
		return undefined;
	}
}

/** Replaces what PostgreSQL cannot store: null characters, and halves of characters. */
function storable(program: SavedProgram): SavedProgram {
	const clean = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();
	return { ...program, name: clean(program.name), note: clean(program.note) };
}
