import { count } from '../../website/format/numbers.ts';
import type { PulledProposals } from './pull.ts';

/** Says in words what was sent, fetched and removed. */
export function pullLines(from: string, pulled: PulledProposals): string[] {
	const { sent, added, replaced, removed, invalid, leftOut, waiting } = pulled;
	const of = (...statuses: Parameters<typeof removed.get>[0][]) =>
		statuses.reduce((sum, status) => sum + (removed.get(status) ?? 0), 0);
	const [withdrawn, settled] = [of('withdrawn', 'missing'), of('accepted', 'rejected')];
	const lines = [
		`Sent ${count(sent, 'decision')} to ${from}.`,
		`Fetched ${count(added, 'new proposal')}${replaced > 0 ? `, and ${count(replaced, 'new version')} of known ones` : ''}.`,
	];
	if (withdrawn > 0) lines.push(`Removed ${count(withdrawn, 'proposal')} that the senders have withdrawn.`);
	if (settled > 0) lines.push(`Removed ${count(settled, 'proposal')} that somebody else has settled.`);
	if (invalid > 0) {
		lines.push(
			`Left out ${count(invalid, 'proposal')} that break the rules of this version. Install the same version here and there, or decide about them there.`,
		);
	}
	if (leftOut > 0) {
		lines.push(
			`Left out ${count(leftOut, 'proposal')}, because too many wait here. Decide about some, then pull again.`,
		);
	}
	lines.push(
		waiting === 0
			? 'None of them waits here now.'
			: `${count(waiting, 'proposal')} from there ${waiting === 1 ? 'waits' : 'wait'} here now. To list them: npm run proposals -- list`,
	);
	return lines;
}
