import { describe, expect, test } from 'vitest';
import { cleanSvg } from '../../../src/build/clean-svg.ts';
import { openSimpleIcons } from '../../../src/build/logos/simple-icons.ts';

const icons = (await openSimpleIcons())!;

describe('A brand has the icon', () => {
	test.each([
		['of its name and domain', 'Asana', 'https://asana.com', 'asana'],
		['of its name, on a part of its domain', 'Asana', 'https://partners.asana.com/join', 'asana'],
		['with other spaces and case', 'HiBob', 'https://www.hibob.com', 'hibob'],
		[
			'of the first words of its name',
			'Campaign Monitor by Marigold',
			'https://campaignmonitor.com',
			'campaignmonitor',
		],
		['whose source is its own account on GitHub', 'Ollama', 'https://ollama.com', 'ollama'],
	])('%s', (_, name, website, slug) => {
		expect(icons.find(name, website)?.slug).toBe(slug);
	});
});

describe('A brand has no icon', () => {
	test.each([
		['of another brand with its name', 'Circle', 'https://circle.so'],
		['of another brand with its name', 'Ruby', 'https://www.ruby.com'],
		['whose source is the account of another', 'Aspire', 'https://www.aspireapp.com'],
		['of a name that it only starts with', 'Asa', 'https://asana.com'],
		['if it is unknown', 'Acme', 'https://acme.example'],
	])('%s: %s', (_, name, website) => {
		expect(icons.find(name, website)).toBeUndefined();
	});
});

describe('An icon is drawn', () => {
	const draw = (name: string, website: string) => icons.draw(icons.find(name, website)!);

	test('in the colour of its brand', async () => {
		const svg = await draw('Asana', 'https://asana.com');
		expect(svg).toMatch(/<path fill="#F06A6A" d="M/);
		expect(svg).not.toContain('<rect');
	});

	test('dark on the colour of its brand, if that is light', async () => {
		expect(await draw('Snapchat', 'https://snapchat.com')).toMatch(/<rect .*fill="#FFFC00"\/><path fill="#1a1a1c"/);
	});

	test('so that a build accepts it', async () => {
		expect(cleanSvg(await draw('Asana', 'https://asana.com'))).toHaveProperty('svg');
	});
});
