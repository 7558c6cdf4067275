/** Imports of tables with the command, as editors and cron run it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { records } from '../../../src/snapshot/read.ts';
import { runCommand } from '../../support/run-command.ts';

const LIST = [
	'Partner;Webseite;Provision;Cookie',
	'Bäckerei Kluge;https://kluge.example;12,5 %;30 Tage',
	'Möbel Roth;https://roth.example;20 €;1 Jahr',
];

/** A folder, and a function that imports one of its files. */
function workplace() {
	const folder = mkdtempSync(join(tmpdir(), 'import-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const path = (name: string) => join(folder, name);
	return {
		path,
		write: (name: string, lines: readonly string[]) => writeFileSync(path(name), `${lines.join('\r\n')}\r\n`),
		run: (...args: string[]) => runCommand('import', [...args, '--snapshot', path('s.sqlite')]),
		programs: () =>
			withSnapshot(path('s.sqlite'), (db) =>
				[...records(db, 'programs')].map(({ slug, commission_rate, cookie_days }) => [
					slug,
					commission_rate,
					cookie_days,
				]),
			),
	};
}

describe('An import of a table', () => {
	test('shows what it has guessed, and writes nothing without a terminal or --yes', async () => {
		const { path, write, run } = workplace();
		write('list.csv', LIST);
		const { status, stdout, stderr } = await run(path('list.csv'));
		expect(status).toBe(1);
		expect(stdout).toContain('Provision  commission   12,5 % → 12.5%');
		expect(stderr).toContain("is not in the directory's own format, so its columns were guessed (see above).");
		expect(stderr).toContain('Add --yes to import it like this');
		expect(existsSync(path('s.sqlite'))).toBe(false);
	});

	test('keeps its mapping with its source, so that the next import needs no answers', async () => {
		const { path, write, run, programs } = workplace();
		write('april.csv', LIST);
		expect(await run(path('april.csv'), '--source', 'partners', '--yes')).toMatchObject({ status: 0 });
		write(
			'may.csv',
			LIST.map((line) => line.replace('12,5', '15')),
		);
		const { status, stdout } = await run(path('may.csv'), '--source', 'partners');
		expect(status).toBe(0);
		expect(stdout).not.toContain('Provision  commission');
		expect(stdout).toContain('programs:      0 added, 1 changed, 1 unchanged');
		expect(await run('partners')).toMatchObject({ status: 0, stderr: '' });
		expect(programs()).toEqual([
			['backerei-kluge', 15, 30],
			['mobel-roth', null, 365],
		]);
	});

	test('asks again if a column of its mapping is gone, and says so', async () => {
		const { path, write, run } = workplace();
		write('list.csv', LIST);
		await run(path('list.csv'), '--yes');
		write(
			'list.csv',
			LIST.map((line) => line.replace('Provision', 'Vergütung')),
		);
		const { status, stdout } = await run(path('list.csv'));
		expect(status).toBe(1);
		expect(stdout).toContain(
			`The mapping of the last import does not fit, because ${path('list.csv')} has no column Provision.`,
		);
	});

	test('writes its mapping to the file of --mapping, and reads it from there once it is edited', async () => {
		const { path, write, run, programs } = workplace();
		write('list.csv', LIST);
		const { stdout } = await run(path('list.csv'), '--yes', '--mapping', path('map.json'));
		expect(stdout).toContain(`Saved the mapping in ${path('map.json')}.`);
		const mapping = JSON.parse(readFileSync(path('map.json'), 'utf8'));
		expect(mapping).toMatchObject({ kind: 'programs', columns: { Cookie: { field: 'cookie_days' } } });
		delete mapping.columns.Cookie;
		writeFileSync(path('map.json'), JSON.stringify(mapping));
		await run(path('list.csv'), '--source', 'other', '--mapping', path('map.json'));
		rmSync(path('map.json'));
		await run(path('list.csv'), '--source', 'other', '--mapping', path('map.json'));
		expect(JSON.parse(readFileSync(path('map.json'), 'utf8'))).toEqual(mapping);
		expect(programs()).toHaveLength(2);
	});
});

describe('An import with wrong rows', () => {
	const WRONG = [...LIST, 'Optik Sand;#REF!;5 %;30 Tage', 'Uhren Weiss;https://weiss.example;5 %;99999'];

	/** The rows of a report, without the file. */
	const reported = (file: string) =>
		(parse(readFileSync(file), { bom: true }) as string[][]).map(([kind, , row, column, value]) => [
			kind,
			row,
			column,
			value,
		]);

	test('imports nothing, but writes all of them to the file of --report', async () => {
		const { path, write, run } = workplace();
		write('list.csv', WRONG);
		const { status, stderr } = await run(path('list.csv'), '--yes', '--report', path('refused.csv'));
		expect([status, existsSync(path('s.sqlite'))]).toEqual([1, false]);
		expect(stderr).toContain('2 errors. Nothing was written.');
		expect(reported(path('refused.csv'))).toEqual([
			['Kind', 'Place', 'Field', 'Value'],
			['error', '4', 'Webseite', '#REF!'],
			['error', '5', 'Cookie', '99999'],
		]);
	});

	test('imports the other rows with --partial', async () => {
		const { path, write, run, programs } = workplace();
		write('list.csv', WRONG);
		const { status, stdout, stderr } = await run(
			...[path('list.csv'), '--yes', '--partial', '--report', path('refused.csv')],
		);
		expect(status).toBe(0);
		expect(stdout).toContain('programs:      2 added, 0 changed, 0 unchanged');
		expect(stderr).toContain(`2 rows were refused. They are in ${path('refused.csv')}.`);
		expect(reported(path('refused.csv'))).toHaveLength(3);
		expect(programs().map(([slug]) => slug)).toEqual(['backerei-kluge', 'mobel-roth']);
	});

	test('does not take a refused record for one that is gone', async () => {
		const { path, write, run, programs } = workplace();
		write('list.csv', LIST);
		await run(path('list.csv'), '--yes');
		write(
			'list.csv',
			LIST.map((line) => line.replace('1 Jahr', '99999')),
		);
		const { status, stdout } = await run(path('list.csv'), '--partial', '--remove-missing');
		expect(status).toBe(0);
		expect(stdout).not.toContain('removed');
		expect(programs()).toHaveLength(2);
	});

	test("works for the directory's own format, and refuses what refers to a refused row", async () => {
		const { path, write, run, programs } = workplace();
		write('organizations.csv', ['slug,name', 'acme,Acme', 'bolt,']);
		write('programs.csv', [
			'slug,name,organization,commission_type,website_url',
			'acme,Acme,acme,recurring,https://acme.example',
			'bolt,Bolt,bolt,recurring,https://bolt.example',
		]);
		const { status, stderr } = await run(path('organizations.csv'), path('programs.csv'), '--partial');
		expect(status).toBe(0);
		expect(stderr).toContain('row 3, column organization: no such organization: bolt.');
		expect(stderr).toContain('2 rows were refused. Write them to a file with --report FILE.');
		expect(programs().map(([slug]) => slug)).toEqual(['acme']);
	});

	test('imports nothing with --partial if the header is wrong, and names the column that was meant', async () => {
		const { path, write, run } = workplace();
		write('organizations.csv', ['slug,name', 'acme,Acme']);
		write('programs.csv', [
			'slug,name,organization,comission_type,website_url',
			'acme,Acme,acme,recurring,https://acme.example',
		]);
		const files = [path('organizations.csv'), path('programs.csv')];
		const { status, stderr } = await run(...files, '--partial', '--report', path('report.csv'));
		expect(status).toBe(1);
		expect(stderr).toContain(
			`programs.csv row 1, column comission_type: "comission_type" must be a column of programs; write commission_type`,
		);
		expect(stderr).toMatch(/ Nothing was written\.\n$/);
		expect(stderr).not.toContain('refused');
		expect(existsSync(path('s.sqlite'))).toBe(false);
		const rows: string[][] = parse(readFileSync(path('report.csv'), 'utf8'), { bom: true });
		expect(rows[1]!.slice(2, 4)).toEqual(['1', 'comission_type']);
		const { stdout } = await run(...files, '--partial', '--json');
		expect(JSON.parse(stdout)).toMatchObject({
			written: false,
			refused: [],
			errors: [{ column: 'comission_type' }, {}],
		});
	});
});
