/** Checks the releases, the last build and the history of changes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applicationVersion } from '../../release/application-version.ts';
import { pagesEntry } from '../../release/compiled-pages.ts';
import { historyFile } from '../../release/history/history-file.ts';
import { HistoryReader, historyProblem } from '../../release/history/history-reader.ts';
import { buildProblem, readLastBuild } from '../../release/last-build.ts';
import { releaseFolder } from '../../release/layout.ts';
import { readManifest } from '../../release/manifest.ts';
import { currentRelease, listReleases } from '../../release/publish.ts';
import { checkEntries, verifyRelease } from '../../release/verify.ts';
import { BUILD_PROBLEMS, PROBLEMS, versionProblem } from '../../server/problems.ts';
import { closing } from '../../shared/sqlite.ts';
import { count } from '../../website/format/numbers.ts';
import { attempt, type Finding, known, ok, problem, skipped, warning } from './finding.ts';

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
		const wrong = versionProblem(manifest, application, () => existsSync(pagesEntry(application, out)));
		if (wrong !== undefined) return known(wrong, `${found} ${wrong.sentence}`);
		return ok('release', found);
	} catch (error) {
		return known(PROBLEMS.RELEASE_DAMAGED, `The current release ${id} is damaged. ${(error as Error).message}`);
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

async function checkLastBuild(out: string): Promise<Finding> {
	const build = readLastBuild(out);
	if (build === undefined) return skipped('last build', 'No build on this machine has recorded its outcome.');
	const found = await buildProblem(out);
	if (found === undefined) return ok('last build', `${build.at}: ${build.outcome}.`);
	const { problem: kind } = found;
	const reasons = build.reasons.join(' ');
	const series = build.failures > 1 ? ` ${build.failures} builds in a row failed or were held.` : '';
	return known(BUILD_PROBLEMS[kind], `${build.at}: ${kind}. ${reasons}${series}`.trim());
}

async function checkHistory(out: string): Promise<Finding> {
	if (!existsSync(historyFile(out))) return skipped('history', 'There is no history of changes yet.');
	using history = closing(new HistoryReader(historyFile(out)));
	const found = await historyProblem(out, history);
	if (found !== undefined) return known(PROBLEMS.HISTORY_BEHIND, found);
	return ok('history', `The history of changes ends with the release ${history.lastRelease()}.`);
}
