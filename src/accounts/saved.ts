import { readSavedProgram, type SavedProgram } from '../catalog/saved-program.ts';
import { isSlug } from '../catalog/slug.ts';
import { toTimestamp } from '../shared/to-timestamp.ts';
import { randomText } from '../state/keys/secret.ts';
import type { FollowedProgram, SavedChange } from '../state/saved-store.ts';
import { type AccountContext, checkLimit, type RequestContext, recordEvent } from './context.ts';
import { type Failure, failure, ok, type Result, tooMany } from './result.ts';
import { asSignedIn, findSession } from './session.ts';

/** What a browser sends: the changes that the account does not know yet. */
export interface SentChanges {
	/** The ID of the account that the browser has the list of. */
	readonly account: string;
	/** The version of the list that the browser has. Empty if it has none. */
	readonly version: string;
	readonly changes: readonly SavedChange[];
}

/** The answer to a browser. It is sent as JSON. */
export interface SyncedList {
	readonly version: string;
	/** The time of the server, in milliseconds since 1970. */
	readonly now: number;
	/** The list of the account. Undefined if the browser has it already. */
	readonly programs?: readonly SavedProgram[];
	/** The programs that were not saved, because the list is full. */
	readonly refused: readonly string[];
}

/** The feed of an account. */
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
		/** Makes the changes of a browser, and returns the account's list if the browser does not have it. */
		async syncSaved(request: RequestContext, { account, version, changes }: SentChanges): Promise<Result<SyncedList>> {
			const session = await findSession(context, request);
			if (session === undefined) return failure('SIGNED_OUT');
			const { id, email } = session.account;
			// Somebody else has signed in since. The changes are not for this account.
			if (id !== account) return failure('OTHER_ACCOUNT');
			const limited = await checkLimit(context, 'saved', request, email);
			if (limited) return limited;
			const { before, after, refused } = await state.saved.apply(id, changes);
			const answer = { version: after, now: Date.now(), refused };
			if (before === version) return ok(answer, session.cookies);
			return ok({ ...answer, ...(await state.saved.ofAccount(id)) }, session.cookies);
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

/**
 * Reads the changes in a form of a browser. The size of a form limits their number. Returns undefined if the form is not
 * one.
 *
 * @param now a change cannot be later than this. In milliseconds since 1970
 */
export function readSentChanges(form: URLSearchParams, now: number): SentChanges | undefined {
	const changes = readList(form.get('changes'))?.map((sent) => readChange(sent, now));
	const known = changes?.filter((change) => change !== undefined);
	if (changes === undefined || known === undefined || known.length < changes.length) return undefined;
	return { account: form.get('account') ?? '', version: form.get('version') ?? '', changes: known };
}

function readList(json: string | null): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(json ?? '');
		return Array.isArray(list) ? list : undefined;
	} catch {
		return undefined;
	}
}

function readChange(sent: unknown, now: number): SavedChange | undefined {
	if (typeof sent !== 'object' || sent === null) return undefined;
	const { slug, at, program, merges = false } = sent as { readonly [field: string]: unknown };
	if (typeof slug !== 'string' || !isSlug(slug) || typeof merges !== 'boolean') return undefined;
	if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) return undefined;
	const change = { slug, at: new Date(Math.min(at, now)).toISOString(), merges };
	if (program === null) return { ...change, program };
	const read = readSavedProgram(program);
	return read?.slug === slug ? { ...change, program: storable(read) } : undefined;
}

/** Replaces what PostgreSQL cannot store: null characters, and halves of characters. */
function storable(program: SavedProgram): SavedProgram {
	const clean = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();
	return { ...program, name: clean(program.name), note: clean(program.note) };
}
