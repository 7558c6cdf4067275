import type { LogoOutcome, LogoResult } from '../build/logos/fetch-logos.ts';
import { count } from '../website/format/numbers.ts';
import { printTable } from './table.ts';

const MEANINGS: { readonly [O in LogoOutcome]: string } = {
	website: 'from its website',
	'simple-icons': 'from simple-icons',
	kept: 'fetched earlier',
	supplied: 'supplied by an editor',
	none: 'no logo found',
};

export function printLogoProblems(results: readonly LogoResult[]): void {
	const failed = results.filter(({ problem }) => problem !== undefined);
	if (failed.length === 0) return;
	const rows = failed.map(({ brand, outcome, problem }) => [brand.slug, MEANINGS[outcome], problem!]);
	printTable(['slug', 'logo', 'problem with its website'], rows);
	console.log();
}

export function printOutcomes(folder: string, results: readonly LogoResult[]): void {
	const groups = Map.groupBy(results, ({ outcome }) => outcome);
	console.log(`${count(results.length, 'brand')} in ${folder}:`);
	for (const [outcome, meaning] of Object.entries(MEANINGS)) {
		const { length } = groups.get(outcome as LogoOutcome) ?? [];
		if (length > 0) console.log(`  ${length} ${meaning}`);
	}
}
