import { describe, expect, test } from 'vitest';
import { headersFile, PAGE_CACHING, siteHeaders } from '../../../src/shared/http/site-headers.ts';

const HTTPS = 'https://directory.example';

/** The headers of a path, by name. */
function headersAt(path: string, siteUrl = HTTPS): { readonly [name: string]: string } {
	const { headers } = siteHeaders(siteUrl)(path);
	return Object.fromEntries(headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!]] : [])));
}

describe('siteHeaders', () => {
	test('allows no inline scripts or styles in pages', () => {
		const policy = headersAt('/programs/')['Content-Security-Policy']!;
		expect(policy).toMatch(/^default-src 'none'; /);
		expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|data:|\*|http/);
		expect(policy).toContain("frame-ancestors 'none'");
	});

	test('requires encryption if the site has it', () => {
		expect(headersAt('/')['Strict-Transport-Security']).toBe('max-age=31536000');
		expect(headersAt('/', 'http://127.0.0.1:4321')).not.toHaveProperty('Strict-Transport-Security');
	});

	test('sandboxes uploaded SVG files', () => {
		expect(headersAt('/logos/larkpost.svg')).toEqual({
			...headersAt('/'),
			'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
		});
	});

	test('opens only the OpenAPI document and feeds to scripts of other sites', () => {
		for (const path of ['/openapi.json', '/openapi.yaml', '/feeds/programs.atom', '/changes/feed.atom']) {
			expect(headersAt(path)).toEqual({
				...headersAt('/'),
				'Access-Control-Allow-Origin': '*',
				'Cross-Origin-Resource-Policy': 'cross-origin',
			});
		}
		for (const path of ['/', '/openapi/', '/programs/', '/v1/programs', '/account/data.json']) {
			expect(headersAt(path)).not.toHaveProperty('Access-Control-Allow-Origin');
			expect(headersAt(path)['Cross-Origin-Resource-Policy']).toBe('same-origin');
		}
	});

	test('makes files immutable only if their names contain a hash of the content', () => {
		const at = siteHeaders(HTTPS);
		for (const path of [
			'/_astro/page.Bx1.css',
			'/pagefind/0a1b2c3d/fragment/en_1.pf_fragment',
			'/pagefind/0a1b2c3d/pagefind-entry.json',
		]) {
			expect(at(path).caching).toContain('immutable');
		}
		for (const path of ['/', '/search-parts.json', '/programs/_astro/']) {
			expect(at(path).caching).toBe(PAGE_CACHING);
		}
	});
});

describe('headersFile', () => {
	test('has the same headers as the server for every path', () => {
		const blocks = headersFile(HTTPS)
			.split('\n\n')
			.map((block) => block.trim().split('\n'));
		for (const [path, ...lines] of blocks) {
			const under = path!.replace(/\*$/, '');
			const { caching, headers } = siteHeaders(HTTPS)(`${under}x`);
			const sent = [...headers, 'Cache-Control', caching];
			expect(path).toBe(`${under}*`);
			for (const line of lines) {
				const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line)!;
				expect(sent[sent.indexOf(name!) + 1]).toBe(value);
			}
		}
		expect(blocks[0]).toHaveLength(1 + siteHeaders(HTTPS)('/').headers.length / 2);
	});
});
