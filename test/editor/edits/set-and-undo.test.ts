import { expect, test } from 'vitest';
import { snapshotOf } from '../../snapshot/made.ts';
import { programIn, runOn } from './run-on.ts';

test('The commands for editors set fields, say what changes and how to undo it, and undo it', async () => {
	const snapshot = snapshotOf();
	expect(await runOn(snapshot, 'programs', 'set', 'acme-partners', 'name=Acme & Co', '--because', 'their mail')).toBe(
		'programs acme-partners, name: "Acme Partners" → "Acme & Co"\nFILE: written. 1 program changed. To undo it: npm run undo -- 1',
	);
	expect(await runOn(snapshot, 'history', 'acme-partners')).toMatch(
		/^change 1, \S+: set, by \w+: their mail\n {2}programs acme-partners, name: "Acme Partners" → "Acme & Co"$/,
	);
	expect(await runOn(snapshot, 'undo')).toContain('programs acme-partners, name: "Acme & Co" → "Acme Partners"\n');
	expect(await runOn(snapshot, 'history')).toMatch(/2 .* undo of change 1, by \w+ +1 program changed\n1 /);
	expect(programIn(snapshot)?.name).toBe('Acme Partners');
});

test('A check alone is no change of a program', async () => {
	const snapshot = snapshotOf();
	const before = programIn(snapshot)!.updated_at;
	await runOn(snapshot, 'programs', 'set', 'acme-partners', 'checked_at=2026-09-02');
	expect(programIn(snapshot)).toMatchObject({ checked_at: '2026-09-02T00:00:00Z', updated_at: before });
	await runOn(snapshot, 'programs', 'set', 'acme-partners', 'name=Acme');
	expect(programIn(snapshot)!.updated_at > before).toBe(true);
});
