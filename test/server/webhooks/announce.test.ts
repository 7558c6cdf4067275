import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HistoryReader } from '../../../src/release/history/history-reader.ts';
import { HistoryWriter } from '../../../src/release/history/history-writer.ts';
import { openAnnouncer } from '../../../src/server/webhooks/announce.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { rowsOf } from '../../support/states.ts';

const at = '2026-05-01T12:00:00Z';

test('The event of a release lists at most 100 changes, and only those for which it has room', async () => {
	const folder = temporaryFolder();
	using writer = new HistoryWriter(join(folder, 'history.sqlite'));
	const history = new HistoryReader(join(folder, 'history.sqlite'));
	const state = openSqlite(join(folder, 'state'));
	const account = 'acc_ada';
	await state.accounts.add({ id: account, email: 'ada@site.example', plan: 'pro', created_at: at });
	await state.webhooks.add({ account, url: 'https://a.test/', events: ['release.published'], seal: () => 'sealed' });
	const errors: unknown[] = [];
	const report = (error: unknown) => void errors.push(error);
	const announcer = openAnnouncer({ state, history, siteUrl: 'https://d.test', report });
	const wide = Object.fromEntries<[number, number]>(
		Array.from({ length: 40 }, (_, i) => [`a_long_name_of_a_field_${i}`, [1, 2]]),
	);
	const program = (fields: typeof wide) => (_: unknown, i: number) =>
		({ kind: 'program', id: `program-${i}`, op: 'changed', fields }) as const;
	writer.restart({ snapshot: 'a', release: 'a', at });
	for (const [snapshot, changes] of [
		['a', undefined],
		['b', Array.from({ length: 150 }, program({ name: [1, 2] }))],
		['c', Array.from({ length: 100 }, program(wide))],
	] as const) {
		if (changes) writer.add({ snapshot, release: snapshot, at }, changes, 90);
		announcer.announce({ snapshot });
		await expect.poll(() => state.deliveries.lastRelease()).toBe(snapshot);
	}
	await announcer.close();
	expect(errors).toEqual([]);
	const messages = await rowsOf(state, 'SELECT body FROM webhook_messages ORDER BY rowid');
	const [first, second, third] = messages.map(({ body }) => JSON.parse(body as string).data);
	expect(first).toEqual({ snapshot: 'a', since: null, changes_url: null, changes: [], more: 0 });
	expect(second).toMatchObject({ since: 'a', changes_url: 'https://d.test/v1/changes?since=a', more: 50 });
	expect(second.changes).toHaveLength(100);
	expect(second.changes[0]).toEqual({ kind: 'program', id: 'program-0', op: 'changed', fields: ['name'] });
	expect(third.changes.length).toBeGreaterThan(10);
	expect(third.changes.length + third.more).toBe(100);
	expect(third.more).toBeGreaterThan(0);
	history.close();
	await state.close();
});
