/** Prints what `doctor` has found. */
import { styleText } from 'node:util';
import { Help } from 'commander';
import { count } from '../../website/format/numbers.ts';
import type { Finding } from './finding.ts';

const COLORS = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'dim' } as const;
const WIDEST_WORD = Math.max(...Object.keys(COLORS).map((word) => word.length));
/** The width of the text on a terminal that does not tell its own. */
const WIDTH = 100;
const help = Object.assign(new Help(), { minWidthToWrap: 0 });

/** Prints a line for each finding, with what to do below it, and a summary. */
export function printFindings(findings: readonly Finding[]): void {
	const widest = Math.max(...findings.map(({ check }) => check.length));
	const indent = ' '.repeat(WIDEST_WORD + widest + 4);
	const width = Math.max(30, Math.min(process.stdout.columns ?? WIDTH, WIDTH) - indent.length);
	for (const { check, status, found, remedy } of findings) {
		const word = styleText(COLORS[status], status.padEnd(WIDEST_WORD));
		const text = help.boxWrap(remedy === undefined ? found : `${found}\n→ ${remedy}`, width);
		console.log(`${word}  ${check.padEnd(widest)}  ${text.replaceAll('\n', `\n${indent}`)}`);
	}
	console.log(`\n${summaryOf(findings)}`);
}

function summaryOf(findings: readonly Finding[]): string {
	const number = (status: Finding['status']) => findings.filter((one) => one.status === status).length;
	const [problems, warnings] = [number('problem'), number('warning')];
	if (problems === 0 && warnings === 0) return 'Everything is in order.';
	return `${count(problems, 'problem')}, ${count(warnings, 'warning')}.`;
}
