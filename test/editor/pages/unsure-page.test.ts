import { beforeEach, describe, expect, test } from 'vitest';
import { warmUp } from '../../../src/build/warm.ts';
import type { Program } from '../../../src/catalog/program.ts';
import { setFields } from '../../../src/editor/edits/edit-records.ts';
import type { EditResponse } from '../../../src/editor/pages/edit-request.ts';
import type { Editor } from '../../../src/editor/pages/editor.ts';
import { recordPage } from '../../../src/editor/pages/record-page.ts';
import { unsurePage } from '../../../src/editor/pages/unsure-page.ts';
import { filledTerms } from '../../../src/snapshot/terms/fill-terms.ts';
import { change, made, snapshotOf } from '../../snapshot/made.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import { programIn, runOn } from '../edits/run-on.ts';

const CONTRADICTORY = { commission_text: '20% of each payment for life', description: 'Earn 25% for life.' };
const UNCLEAR = { commission_text: 'no longer 20%, now 10%' };

let snapshot: string;
beforeEach(() => {
	snapshot = holding(CONTRADICTORY);
});

/** A snapshot with programs that have these fields. */
function holding(...programs: Partial<Program>[]): string {
	return snapshotOf({
		organizations: [made('organizations')],
		programs: programs.map((fields) => filledTerms(made('programs', fields))),
	});
}

function editor(): Editor {
	const unbuilt = { outcome: 'unchanged', warnings: [], hints: [], left: 0 } as const;
	return {
		...{ snapshot, state: '', out: '', preview: '', siteUrl: 'http://127.0.0.1:4321', historyDays: 90 },
		visits: () => undefined,
		warm: () => warmUp(),
		alone: (work) => work(),
		update: () => Promise.resolve(unbuilt),
	};
}

const path = ['unsure'];
const query = new URLSearchParams();
const set = (fields: Partial<Program>) =>
	change(snapshot, (open) => void setFields(open, 'programs', 'acme-partners', fields, () => {}));

/** Returns the content of a page, which is valid HTML. */
async function textOf(response: EditResponse | undefined): Promise<string> {
	const text = response && 'main' in response ? response.main.text : '';
	const page = `<!DOCTYPE html><html lang="en"><head><title>Edit</title></head><body>${text}</body></html>`;
	expect(await htmlFaults(page)).toEqual([]);
	return text;
}

const open = async (after?: string) =>
	textOf(await unsurePage({ path, query: new URLSearchParams(after && { after }), form: undefined }, editor()));

/** Presses the button with some words on a page. */
function press(page: string, words: string): Promise<EditResponse | undefined> {
	const [, choice] = new RegExp(`name="choose" value="(\\w+)">${words}`).exec(page) ?? [];
	return choose(page, choice!);
}

/** Sends the form of a page with a choice. */
function choose(page: string, choice: string): Promise<EditResponse | undefined> {
	const form = new FormData();
	for (const [, name, value] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)) {
		form.append(name!, value!);
	}
	form.append('choose', choice);
	return unsurePage({ path, query, form }, editor());
}

describe('The page “Pay to confirm”', () => {
	test('quotes the words, and shows both readings of a contradiction', async () => {
		const page = await open();
		expect(page).toContain('Its words contradict each other.');
		expect(page).toContain('<dd dir="auto">20% of each payment for life</dd>');
		expect(page).toContain('<dd dir="auto">Earn 25% for life.</dd>');
		expect(page).toMatch(/Accept 20% of each payment.*Accept 25% of each payment/s);
	});

	test('makes an accepted reading an entry of an editor, which can be undone', async () => {
		const before = programIn(snapshot);
		expect(await press(await open(), 'Accept 25%')).toEqual({ redirect: '/_edit/unsure/' });
		expect(programIn(snapshot)).toMatchObject({
			...{ commission_rate: 25, commission_per: 'payment', commission_lifetime: true, offers: [] },
			...{ commission_evidence: { commission_rate: { by: 'editor' }, commission_lifetime: { by: 'editor' } } },
			checked_at: expect.any(String),
		});
		expect(await open()).toContain('There is nothing to confirm.');
		expect(await runOn(snapshot, 'undo')).toContain('commission_rate: 25 → nothing');
		expect({ ...programIn(snapshot), updated_at: before!.updated_at }).toEqual(before);
	});

	test('keeps further offers with an accepted reading, and replaces the figure of the source', async () => {
		snapshot = holding({
			commission_text: '20% of each payment for 12 months. Gold partners earn 40%.',
			...{ commission_rate: 30, commission_maximum: 50 },
		});
		expect(await open()).toContain('Its source gives 30%, but its words say something else.');
		await press(await open(), 'Accept 20%');
		expect(programIn(snapshot)).toMatchObject({
			...{ commission_rate: 20, commission_maximum: null, commission_months: 12 },
			offers: [{ rate: 40, condition: expect.stringMatching(/gold/i) }],
		});
	});

	test('lets an editor leave a figure open that is not understood', async () => {
		snapshot = holding(UNCLEAR);
		const page = await open();
		expect(page).not.toContain('>Accept ');
		await press(page, 'Leave it open');
		expect(await open()).toContain('There is nothing to confirm.');
		expect(programIn(snapshot)).toMatchObject({ commission_rate: null, ...UNCLEAR });
		expect(await runOn(snapshot, 'programs', 'show', 'acme-partners')).toMatch(
			/^commission_rate +\(left open by an editor\)$/m,
		);
	});

	test('accepts nothing if the words have changed since', async () => {
		const page = await open();
		set({ description: 'Earn 35% for life.' });
		const answer = await press(page, 'Accept 25%');
		expect(answer).toMatchObject({ status: 422 });
		expect(await textOf(answer)).toContain('has changed since the page was opened');
		expect(programIn(snapshot)).toMatchObject({ commission_rate: null });
	});

	test('keeps what an editor entered before, and says so on the button', async () => {
		set({ commission_condition: 'annual plans' });
		await press(await open(), 'Accept 25% of each payment for life \\(annual plans\\)');
		expect(programIn(snapshot)).toMatchObject({
			...{ commission_rate: 25, commission_lifetime: true, commission_condition: 'annual plans' },
		});
	});

	test('shows programs one page after another, and continues after each decision', async () => {
		const slugs = Array.from({ length: 52 }, (_, n) => `program-${n + 10}`);
		snapshot = holding(...slugs.map((slug) => ({ slug, ...UNCLEAR })));
		const first = await open();
		expect(first.match(/<article/g)).toHaveLength(50);
		expect(first).toContain('<a href="/_edit/unsure/?after=program-59">More programs</a>');
		const second = await open('program-59');
		expect(second.match(/<article/g)).toHaveLength(2);
		expect(second).toContain('action="/_edit/unsure/?after=program-59"');
		expect(await open('program-61')).toContain('There is nothing more to confirm.');
	});

	test.each<[string, Partial<Program>, string]>([
		['no choice', CONTRADICTORY, ''],
		['an unknown choice', CONTRADICTORY, '2'],
		['a choice in other words', CONTRADICTORY, '0x1'],
		['the reading in another currency', { commission_text: '€50 per sale', currency: 'USD' }, '0'],
	])('does not accept %s', async (_, fields, choice) => {
		snapshot = holding(fields);
		expect(await choose(await open(), choice)).toMatchObject({ status: 422 });
		expect(programIn(snapshot)).toMatchObject({ commission_rate: null, commission_amount: null });
	});
});

test.each<[string, Partial<Program>]>([
	['has entered a figure that its words do not say', { commission_rate: 30 }],
	['has said that its figure is not known', { commission_rate: null }],
])('A program leaves the list of unsure programs once an editor %s', async (_, fields) => {
	set(fields);
	expect(await open()).toContain('There is nothing to confirm.');
	expect(await runOn(snapshot, 'programs', 'list', '--unsure')).toMatch(/\n0 programs$/);
});

test('The list of unsure programs has their words, what was understood, and why', async () => {
	expect(await runOn(snapshot, 'programs', 'list', '--unsure')).toMatch(
		/^slug .*\nacme-partners +Its words contradict each other\. +20%.* or 25%.* +20% of each payment for life \| Earn 25% for life\.\n1 program$/,
	);
	expect(await runOn(snapshot, 'programs', 'list', '--unsure', '--where', 'name=Other')).toMatch(/\n0 programs$/);
});

describe('The form of a program', () => {
	beforeEach(() => {
		snapshot = holding({ commission_text: '30% of each payment for 12 months' });
	});
	const path = ['programs', 'acme-partners'];
	const show = async () => textOf(await recordPage({ path, query, form: undefined }, editor()));

	test('shows who states each figure', async () => {
		set({ commission_condition: 'annual plans' });
		const page = await show();
		expect(page).toMatch(/id="commission_rate-stated">Read in the conditions: “30% of each payment for 12 months”</);
		expect(page).toMatch(/id="commission_type-stated">From its source</);
		expect(page).toMatch(/id="commission_condition-stated">Entered by an editor</);
	});

	test('says after saving which figures were read again', async () => {
		const [, opened] = /name="opened" value="([^"]*)"/.exec(await show())!;
		const form = new FormData();
		form.append('opened', opened!.replaceAll(/&(?:#34|quot);/g, '"'));
		form.append('commission_text', '40% of each payment for life');
		const page = await textOf(await recordPage({ path, query, form }, editor()));
		expect(page).toContain('<li>Commission, read again: 30% → 40%</li>');
		expect(page).toContain('<li>Months of commission, read again: 12 → nothing</li>');
		expect(page).toContain('<li>Commission for life, read again: no → yes</li>');
		expect(page).not.toContain('Commission for, read again');
	});
});
