import { describe, expect, test } from 'vitest';
import { readOwnPages } from '../../../src/config/site/own-pages.ts';
import { folderWith } from './folder-with.ts';

describe('The pages of a site', () => {
	test('are its Markdown files, with a title from the first lines or the heading', () => {
		const folder = folderWith({
			'pages/imprint.md': '# Imprint\n\nLedger Ltd.\n',
			'pages/about/privacy.md': '---\ntitle: Your data\nsummary: We keep little.\nfooter: false\n---\n\nNothing.\n',
			'pages/terms.md': '---\r\nsummary: What you agree to.\r\n---\r\n# Terms\r\n\r\nBe kind.\r\n',
		});
		expect(readOwnPages(folder)).toEqual([
			{
				address: '/about/privacy/',
				title: 'Your data',
				summary: 'We keep little.',
				isInFooter: false,
				text: '\nNothing.\n',
			},
			{ address: '/imprint/', title: 'Imprint', summary: undefined, isInFooter: true, text: '\nLedger Ltd.\n\n' },
			expect.objectContaining({ address: '/terms/', title: 'Terms', summary: 'What you agree to.', isInFooter: true }),
		]);
	});

	test('are none if there is no folder', () => {
		expect(readOwnPages(folderWith({}))).toEqual([]);
	});

	test.each([
		['programs.md', '# Ours', 'The website already has something at /programs. Rename the file.'],
		['Imprint.md', '# Imprint', 'A page must be a file such as imprint.md or about/team.md,'],
		['docs/a.md', '# A', 'A page must be a file such as imprint.md or about/team.md,'],
		['notes.txt', '# Notes', 'A page must be a file such as imprint.md or about/team.md,'],
		['imprint.md', 'Ledger Ltd.', 'It has no title. Start the page with a heading such as: # Imprint'],
		['imprint.md', '---\ntitel: Imprint\n---\n', 'titel: There is no such field. Did you mean title?'],
		['imprint.md', '---\ntitle: 5\n---\n', 'title: It must be text.'],
		['imprint.md', '---\nfooter: maybe\n---\n# A', 'footer: It must be true or false.'],
		['imprint.md', '---\ntitle: "A\n---\n# A', 'line 3, The lines between --- are not YAML: Missing closing "quote.'],
		['imprint.md', `# A\n\n${'x'.repeat(1_000_000)}`, 'A page can have at most 1000000 characters.'],
	])('cannot have the file %s with %j', (path, content, problem) => {
		const folder = folderWith({ [`pages/${path}`]: content });
		expect(() => readOwnPages(folder)).toThrow(`${folder}/pages/${path}: ${problem}`);
	});

	test('must be UTF-8', () => {
		const folder = folderWith({ 'pages/imprint.md': Buffer.from('# Über uns\n', 'latin1') });
		expect(() => readOwnPages(folder)).toThrow(`${folder}/pages/imprint.md: It is not UTF-8.`);
	});

	test('cannot have the address of a file', () => {
		const folder = folderWith({ 'pages/press.md': '# Press', 'public/press/kit.zip': '' });
		expect(() => readOwnPages(folder)).toThrow(`${folder}/public/press/kit.zip already has the address /press.`);
	});
});
