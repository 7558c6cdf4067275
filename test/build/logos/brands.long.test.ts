import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { brandsOf } from '../../../src/build/logos/brands.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { temporaryFolder } from '../../snapshot/made.ts';
import { runCommand, succeed } from '../../support/run-command.ts';

let folder: string;
let snapshot: string;
beforeEach(() => {
	folder = temporaryFolder();
	snapshot = join(folder, 'snapshot.sqlite');
});

async function importCsv(organizations: readonly string[], programs: readonly string[] = []): Promise<void> {
	const files = join(folder, 'files');
	mkdirSync(files);
	writeFileSync(join(files, 'organizations.csv'), ['slug,name,website_url,logo_url', ...organizations].join('\n'));
	const columns = 'slug,name,organization,commission_type,website_url,status';
	writeFileSync(join(files, 'programs.csv'), [columns, ...programs].join('\n'));
	await succeed('import', [files, '--snapshot', snapshot]);
}

test('Brands are the organizations, and published programs with other websites', async () => {
	await importCsv(
		['acme,Acme,https://acme.example,', 'quiet,Quiet,,https://cdn.example/quiet.png'],
		[
			'acme-referrals,Acme referrals,acme,tiered,https://www.acme.example/referrals,published',
			'acme-shop,Acme Shop,acme,tiered,https://shop.example,published',
			'acme-draft,Acme Draft,acme,tiered,https://draft.example,draft',
		],
	);
	expect(withSnapshot(snapshot, brandsOf)).toEqual([
		{ slug: 'acme', name: 'Acme', website: 'https://acme.example', logoUrl: null },
		{ slug: 'quiet', name: 'Quiet', website: null, logoUrl: 'https://cdn.example/quiet.png' },
		{ slug: 'acme-shop', name: 'Acme Shop', website: 'https://shop.example', logoUrl: null },
	]);
});

test('Brands have valid slugs and addresses, even in a snapshot that is invalid', async () => {
	await importCsv(['acme,Acme,https://acme.example,', 'evil,Evil,https://evil.example,']);
	const db = new Database(snapshot);
	db.pragma('ignore_check_constraints = ON');
	db.exec("UPDATE organizations SET slug = '../../evil' WHERE slug = 'evil'");
	db.exec("UPDATE organizations SET website_url = 'http://[' WHERE slug = 'acme'");
	db.close();
	expect(withSnapshot(snapshot, brandsOf)).toEqual([{ slug: 'acme', name: 'Acme', website: null, logoUrl: null }]);
});

describe('npm run logos -- fetch', () => {
	test('takes logos from simple-icons and counts them', async () => {
		await importCsv(['asana,Asana,https://asana.com,', 'acme,Acme,https://acme.example,']);
		expect(await runCommand('logos', ['fetch', '--from', 'simple-icons', '--snapshot', snapshot])).toEqual({
			status: 0,
			stderr: '',
			stdout: `2 brands in ${join(folder, 'logos')}:\n  1 from simple-icons\n  1 no logo found\n`,
		});
	});

	test('asks no server of its own network, and says why a logo is missing', async () => {
		await importCsv(['here,Here,http://localhost/,', 'router,Router,http://192.168.0.1/,']);
		const { status, stdout } = await runCommand('logos', ['fetch', '--snapshot', snapshot]);
		expect(status).toBe(0);
		const reason = 'only public addresses and ports 80 and 443 are allowed';
		expect(stdout).toMatch(/^slug +logo +problem with its website\nhere +no logo found +http:\/\/localhost\/ is at /);
		expect(stdout).toContain(`http://192.168.0.1/ is at 192.168.0.1, port 80; ${reason}\n`);
		expect(stdout).toMatch(/\n\n2 brands in .*:\n {2}2 no logo found\n$/);
	});

	test('says that there is no snapshot', async () => {
		const { status, stderr } = await runCommand('logos', ['fetch', '--snapshot', snapshot]);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^There is no snapshot at /);
	});
});
