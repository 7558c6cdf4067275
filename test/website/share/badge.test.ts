import { DOMParser } from 'linkedom';
import { describe, expect, test } from 'vitest';
import site from '../../../data/site.json' with { type: 'json' };
import { programDetail } from '../../../src/catalog/resources.ts';
import { programBadge } from '../../../src/website/share/badge.ts';
import { publishedProgram } from '../../support/published-program.ts';

/** Draws a badge. Returns its SVG, with the title and the lines of text. */
function drawn(fields: Parameters<typeof publishedProgram>[0]) {
	const svg = programBadge(programDetail(publishedProgram(fields)));
	const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
	const textsOf = (name: string) => Array.from(root!.querySelectorAll(name), ({ textContent }) => textContent);
	return { svg, root: root!, title: textsOf('title')[0]!, lines: textsOf('text') };
}

const VERIFIED = { verified: true, checked_at: '2026-02-01T00:00:00Z', source_url: 'https://acme.example/terms' };

describe('A badge', () => {
	test('shows the rating, and whether the program is verified', () => {
		const { title, lines, root } = drawn({ rating_average: 4.56, review_count: 38, ...VERIFIED });
		expect(lines).toEqual([site.name, '4.6 (38 reviews)', 'Verified']);
		expect(title).toBe(`Acme on ${site.name}: rated 4.6 of 5 from 38 reviews, verified`);
		expect([root.getAttribute('role'), root.getAttribute('aria-label')]).toEqual(['img', title]);
	});

	test('says neither about programs without reviews that are not verified', () => {
		expect(drawn({ ...VERIFIED, source_url: null }).lines).toEqual([site.name, 'Listed program']);
	});

	test('is valid and of a limited width, whatever the name is', () => {
		const facts = { review_count: 2_000_000_000, rating_average: 5, ...VERIFIED };
		const elements = ({ root }: ReturnType<typeof drawn>) =>
			Array.from(root.querySelectorAll('*'), (one) => one.tagName);
		const usual = elements(drawn({ name: 'Acme', ...facts }));
		for (const name of ['</title><script>alert("1")</script> & \'x\'', 'x'.repeat(500), 'مرحبا 会社 \ufffe']) {
			const badge = drawn({ name, ...facts });
			expect(elements(badge)).toEqual(usual);
			expect(badge.title.length).toBeLessThan(250);
			expect(badge.svg).not.toContain('\ufffe');
			expect(Number(badge.root.getAttribute('width'))).toBeLessThan(400);
		}
	});
});
