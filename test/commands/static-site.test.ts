import { describe, expect, test } from 'vitest';
import { staticPage } from '../../src/commands/static-site.ts';

const SITE = 'https://directory.example';
const without = (html: string) => staticPage(html, SITE);

describe('A page of an exported site', () => {
	test('is the same, byte for byte, if it needs no server', () => {
		const html = `<!doctype html>\n<p title='a > b'>A&amp;B <a href="/programs/?a=1&#38;b">x</a><br/><IMG src=/a.svg>\n</p>`;
		expect(without(html)).toBe(html);
	});

	test('has no elements with the class needs-server', () => {
		expect(without('<p>a<span class="b needs-server">x <a href="/account/">y</a></span> c</p>')).toBe('<p>a c</p>');
		expect(without('<head><meta class="needs-server" content="x"><title>T</title></head>')).toBe(
			'<head><title>T</title></head>',
		);
		expect(without('<p class="needs-servers">a</p>')).toBe('<p class="needs-servers">a</p>');
	});

	test.each([
		['/account/'],
		['/account/keys/'],
		['/leaked-key/'],
		['/programs/search/?tag=a&#38;sort=newest'],
		['/compare/?programs=a,b'],
		['/changes/?program=a'],
		['/changes/feed.atom'],
		[`${SITE}/account/sign-up/`],
	])('shows a link to %s as text', (address) => {
		expect(without(`<p>See <a class="x" href="${address}" rel="nofollow">all <b>of it</b></a>.</p>`)).toBe(
			'<p>See all <b>of it</b>.</p>',
		);
	});

	test.each([
		['/programs/'],
		['/programs/searches/'],
		['/saved/'],
		['#account'],
		['https://example.com/account/'],
		['mailto:a@directory.example'],
	])('keeps a link to %s', (address) => {
		const html = `<a href="${address}">a</a>`;
		expect(without(html)).toBe(html);
	});

	test('has no addresses of the server in forms and other elements, so that scripts know', () => {
		expect(without('<form class="a" action="/programs/search/" id="b"><input name="q"></form>')).toBe(
			'<form class="a" id="b"><input name="q"></form>',
		);
		expect(without('<saved-programs data-rows="/saved/rows/"><a href="/compare/">x</a></saved-programs>')).toBe(
			'<saved-programs>x</saved-programs>',
		);
	});

	test('names no preview image', () => {
		expect(
			without(
				`<head><meta property="og:image" content="${SITE}/share/site.png"><meta property="og:image:width" content="1200"><meta property="og:title" content="A"></head>`,
			),
		).toBe('<head><meta property="og:title" content="A"></head>');
	});

	test('has no structured data about searches on the server', () => {
		const data = (address: string) => `<script type="application/ld+json">{"urlTemplate":"${SITE}${address}"}</script>`;
		expect(without(`<head>${data('/programs/search/?q={q}')}${data('/programs/')}</head>`)).toBe(
			`<head>${data('/programs/')}</head>`,
		);
	});

	test('does not name a next page that is a search result', () => {
		expect(without(`<link rel="next" href="${SITE}/programs/search/?page=101"><link rel="prev" href="${SITE}/">`)).toBe(
			`<link rel="prev" href="${SITE}/">`,
		);
	});
});
