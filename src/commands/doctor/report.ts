/** Prints what `doctor` has found. */
import { styleText } from 'node:util';
import { count } from '../../website/format/numbers.ts';
import type { Finding } from './finding.ts';

const WORDS: { readonly [S in Finding['status']]: string } = {
	ok: 'ok',
	warning: 'warning',
	problem: 'problem',
	skipped: 'skipped',
};
const COLORS = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'dim' } as const;
const WIDEST_WORD = Math.max(...Object.values(WORDS).map((word) => word.length));
/** The width of the text on a terminal that does not tell its own. */
const WIDTH = 100;

/** Prints a line for each finding, with what to do below it, and a summary. */
export function printFindings(findings: readonly Finding[]): void {
	const widest = Math.max(...findings.map(({ check }) => check.length));
	const indent = ' '.repeat(WIDEST_WORD + widest + 4);
	for (const { check, status, found, remedy } of findings) {
		const word = styleText(COLORS[status], WORDS[status].padEnd(WIDEST_WORD));
		const lines = [...wrap(found, indent.length), ...(remedy === undefined ? [] : wrap(`→ ${remedy}`, indent.length))];
		console.log(`${word}  ${check.padEnd(widest)}  ${lines.join(`\n${indent}`)}`);
	}
	console.log(`\n${summaryOf(findings)}`);
}

/** Breaks text into lines that fit the terminal beside an indent. */
function wrap(text: string, indent: number): string[] {
	const width = Math.max(30, Math.min(process.stdout.columns ?? WIDTH, WIDTH) - indent);
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		if (line !== '' && line.length + 1 + word.length > width) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line];
}

function summaryOf(findings: readonly Finding[]): string {
	const number = (status: Finding['status']) => findings.filter((one) => one.status === status).length;
	const [problems, warnings] = [number('problem'), number('warning')];
	if (problems === 0 && warnings === 0) return 'Everything is in order.';
	return `${count(problems, 'problem')}, ${count(warnings, 'warning')}.`;
}
