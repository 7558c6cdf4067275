/** Checks the OpenAPI document with the linters that developers use. npx downloads them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { documentJson, documentYaml, openApiDocument } from '../../src/api/openapi/document.ts';
import { npx } from '../support/npx.ts';

const REDOCLY = { packages: ['@redocly/cli@2.77.0'], command: 'redocly' };
const SPECTRAL = { packages: ['@stoplight/spectral-cli@6.16.3'], command: 'spectral' };

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = openApiDocument({
	url: 'https://partners.example',
	name: 'Partners',
	contact: 'editors@partners.example',
	documentation: 'https://partners.example/docs/',
});
const files = { 'openapi.json': documentJson(document), 'openapi.yaml': documentYaml(document) };
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
writeFileSync(join(folder, 'ruleset.json'), JSON.stringify({ extends: 'spectral:oas' }));

test.each(Object.keys(files))('Redocly finds no error and no warning in %s', async (file) => {
	const { status, stdout, stderr } = await npx(folder, REDOCLY, 'lint', file, '--extends=recommended', '--format=json');
	const { problems } = JSON.parse(stdout);
	expect(problems, stderr).toEqual([]);
	expect(status).toBe(0);
});

test.each(Object.keys(files))('Spectral finds no error, warning or hint in %s', async (file) => {
	const options = ['--ruleset=ruleset.json', '--fail-severity=hint'];
	const { status, stdout, stderr } = await npx(folder, SPECTRAL, 'lint', file, ...options);
	expect(status, stdout + stderr).toBe(0);
});
