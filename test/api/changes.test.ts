import { expect, test } from 'vitest';
import { createApi } from '../../src/api/handler.ts';
import type { ReleaseData } from '../../src/api/release-data.ts';
import type { StoredChange } from '../../src/catalog/change.ts';
import { jsonContent } from '../../src/shared/http/content.ts';
import { OPEN } from '../support/open-verdict.ts';
import { CONTEXT } from './context.ts';

const at = '2026-03-03T09:30:00Z';
const CHANGES = [
	{ kind: 'program', id: 'acme', op: 'added', fields: null, renamed_from: null, successor: null, hidden: 0, at },
	{ kind: 'program', id: 'gone', op: 'added', fields: null, renamed_from: null, successor: null, hidden: 0, at },
] as const;

/** A directory with programs. */
function directoryWith(snapshot: string, ...slugs: readonly string[]): ReleaseData {
	const resource = (path: string) => {
		const slug = slugs.find((one) => path === `/programs/${one}`);
		return slug && jsonContent(Buffer.from(JSON.stringify({ data: { slug } })), 'kept', 't');
	};
	return { snapshot, resource } as unknown as ReleaseData;
}

const CURRENT = directoryWith('s1', 'gone');
const NEXT = directoryWith('s2', 'acme');

/** The response to a request for the changes, which lead to the snapshot s2. */
async function changesOf(
	release: ReleaseData,
	find: (snapshot: string) => Promise<void> | undefined,
	found: ReleaseData[],
	changes: readonly StoredChange[] = CHANGES,
) {
	const api = createApi({
		...CONTEXT,
		release: () => release,
		bySnapshot: { get: (snapshot) => found.find((one) => one.snapshot === snapshot), find },
		changes: () => ({ snapshot: 's2', total: 2, changes }),
		verify: () => OPEN,
	});
	const target = '/v1/changes?since=0123456789ab';
	const { body } = await api({ method: 'GET', target, header: () => undefined, address: () => '127.0.0.1' });
	const { data, error } = JSON.parse(String(body));
	if (error !== undefined) throw new Error(error);
	return data.map(({ fields }: { fields?: object }) => fields);
}

test('An added record has its fields, and one that was removed later has none', async () => {
	const find = () => expect.unreachable();
	expect(await changesOf(NEXT, find, [NEXT])).toEqual([{ slug: [null, 'acme'] }, undefined]);
});

test('A hidden change has the present values of its fields, and none after its record was removed', async () => {
	const hidden = {
		kind: 'program',
		id: 'acme',
		op: 'changed',
		renamed_from: null,
		successor: null,
		hidden: 1,
		at,
	} as const;
	const changes = [
		{ ...hidden, fields: '{"slug":[null,null],"former":[null,null]}' },
		{ ...hidden, fields: null },
	];
	const found = await changesOf(NEXT, () => expect.unreachable(), [NEXT], changes);
	expect(found).toEqual([{ slug: [null, 'acme'], former: [null, null] }, undefined]);
});

test('If the history is ahead of the server, the fields come from the release to which it leads', async () => {
	const found = [CURRENT];
	const find = async () => void found.push(NEXT);
	expect(await changesOf(CURRENT, find, found)).toEqual([{ slug: [null, 'acme'] }, undefined]);
});

test('If the server cannot read that release, the fields come from the current one, unless it lacks a record', async () => {
	const both = directoryWith('s1', 'acme', 'gone');
	expect(await changesOf(both, async () => {}, [both])).toEqual([{ slug: [null, 'acme'] }, { slug: [null, 'gone'] }]);
	const lacking = changesOf(CURRENT, async () => {}, [CURRENT]);
	await expect(lacking).rejects.toThrow('The server cannot read the newest data at the moment.');
});
