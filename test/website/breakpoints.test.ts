import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/shared/project.ts';

const WEBSITE = join(PROJECT, 'src/website');
const styles = globSync('**/*.{css,astro}', { cwd: WEBSITE }).map((file) => readFileSync(join(WEBSITE, file), 'utf8'));
const widths = (rule: string) => {
	const conditions = styles.flatMap((style) => style.match(new RegExp(`${rule} [^{]*`, 'g')) ?? []);
	return [...new Set(conditions.flatMap((condition) => condition.match(/[\d.]+rem/g) ?? []))].sort();
};

test('Pages change their layout only at the widths that tokens.css names', () => {
	expect(widths('@media')).toEqual(['40rem', '60rem', '80rem']);
});

test('Lists change their layout only at the widths of their frame that tokens.css names', () => {
	expect(widths('@container')).toEqual(['36rem', '52rem', '60rem']);
});
