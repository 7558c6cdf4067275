/** Checks the releases, the last build and the history of changes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applicationVersion } from '../../release/application-version.ts';
import { checkEntries } from '../../release/check-entries.ts';
import { pagesEntry } from '../../release/compiled-pages.ts';
import { historyFile } from '../../release/history/history-file.ts';
import { HistoryReader } from '../../release/history/history-reader.ts';
import { historyProblem } from '../../release/history-problem.ts';
import { type BuildProblem, buildProblem, readLastBuild } from '../../release/last-build.ts';
import { releaseFolder } from '../../release/layout.ts';
import { hasWebsite, readManifest } from '../../release/manifest.ts';
import { currentRelease, listReleases } from '../../release/publish.ts';
import { verifyRelease } from '../../release/verify.ts';
import { count } from '../../website/format/numbers.ts';
import { attempt, type Finding, ok, problem, skipped, warning } from './finding.ts';

/** @param out the folder of releases */
export async function checkReleases(out: string): Promise<Finding[]> {
	return [
		await attempt('release', () => checkCurrent(out), UNREADABLE),
		await attempt('other releases', () => checkOthers(out), UNREADABLE),
		await attempt('last build', () => checkLastBuild(out), UNREADABLE),
		await attempt('history', () => checkHistory(out), UNREADABLE),
	];
}

const BUILD_AGAIN = 'Build again: npm run build.';
const GO_BACK = 'Go back to the release before: npm run rollback. Or build again: npm run build.';
const UNREADABLE = 'Check that OUT_DIR names the folder of releases, and that this user can read it.';

async function checkCurrent(out: string): Promise<Finding> {
	const id = currentRelease(out);
	if (id === undefined) return problem('release', `There is no current release in ${out}.`, BUILD_AGAIN);
	const folder = releaseFolder(out, id);
	try {
		await verifyRelease(folder);
		const manifest = await readManifest(folder);
		const entries = checkEntries(folder, manifest);
		const found = `${id} is complete: the checksums of ${count(entries, 'page and response', 'pages and responses')} match.`;
		const application = applicationVersion();
		if (manifest.application !== application) {
			return warning('release', `${found} Another version of the application built it.`, BUILD_AGAIN);
		}
		if (hasWebsite(manifest) && !existsSync(pagesEntry(application, out))) {
			return problem('release', `${found} But the code that renders pages on request is missing.`, BUILD_AGAIN);
		}
		return ok('release', found);
	} catch (error) {
		return problem('release', `The current release ${id} is damaged. ${(error as Error).message}`, GO_BACK);
	}
}

async function checkOthers(out: string): Promise<Finding> {
	if (!existsSync(join(out, 'releases'))) return skipped('other releases', 'There is no release yet.');
	const current = currentRelease(out);
	const others = listReleases(out).filter((id) => id !== current);
	const damaged: string[] = [];
	for (const id of others) {
		await readManifest(releaseFolder(out, id)).catch(() => damaged.push(id));
	}
	if (damaged.length > 0) {
		return warning(
			'other releases',
			`These releases cannot be read: ${damaged.join(', ')}.`,
			`Remove their folders from ${out}/releases.`,
		);
	}
	if (others.length > 0) return ok('other releases', `${count(others.length, 'earlier release')} to go back to.`);
	return skipped('other releases', 'There is no earlier release to go back to.');
}

const REMEDIES: { readonly [P in BuildProblem['problem']]: string } = {
	failed: 'Correct the reason, then build again.',
	killed: 'Build again. If it was killed for lack of memory, give the machine more.',
	held: 'Run npm run diff. Then publish the release, or correct the snapshot and build again.',
};

async function checkLastBuild(out: string): Promise<Finding> {
	const build = readLastBuild(out);
	if (build === undefined) return skipped('last build', 'No build on this machine has recorded its outcome.');
	const found = await buildProblem(out);
	if (found === undefined) return ok('last build', `${build.at}: ${build.outcome}.`);
	const { problem: kind } = found;
	const reasons = build.reasons.join(' ');
	const series = build.failures > 1 ? ` ${build.failures} builds in a row failed or were held.` : '';
	return problem('last build', `${build.at}: ${kind}. ${reasons}${series}`.trim(), REMEDIES[kind]);
}

async function checkHistory(out: string): Promise<Finding> {
	if (!existsSync(historyFile(out))) return skipped('history', 'There is no history of changes yet.');
	const history = new HistoryReader(historyFile(out));
	try {
		const found = await historyProblem(out, history);
		if (found !== undefined)
			return problem('history', found, `${BUILD_AGAIN} It adds what is missing, or says why not.`);
		return ok('history', `The history of changes ends with the release ${history.lastRelease()}.`);
	} finally {
		history.close();
	}
}
