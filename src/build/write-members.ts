/** Writes the members of exported files: either all, or only those that differ from the current release. */
import { EXPORTED_KINDS, type ExportedKind } from '../api/exported-file.ts';
import type { BodyPackWriter } from '../release/body-pack.ts';
import type { BodyStore } from '../release/body-store.ts';
import { endOfMembers, exportedKind, firstMember, makeMember, startsMember } from '../release/member.ts';

/** Writes all members. @param bodies the bodies of the new release */
export function writeAllMembers(writer: BodyPackWriter, bodies: BodyStore): void {
	for (const kind of EXPORTED_KINDS) {
		const paths = bodies.pathsBetween(firstMember(kind), endOfMembers(kind));
		let start = 0;
		for (let end = 1; end <= paths.length; end++) {
			if (end < paths.length && !startsMember(kind, paths[end]!)) continue;
			const records = paths.slice(start, end).map((path) => bodies.record(path)!);
			writer.addMember(startsMember(kind, paths[start]!) ? paths[start]! : firstMember(kind), makeMember(records));
			start = end;
		}
	}
}

/**
 * Writes the members with changed records. The resulting release has exactly the members that `writeAllMembers` would
 * write.
 *
 * @param bodies contains the bodies of the new release, but still the members of the current release
 * @param changed the paths of the records that were added, changed or removed
 */
export function updateMembers(writer: BodyPackWriter, bodies: BodyStore, changed: Iterable<string>): void {
	const byKind = Map.groupBy(changed, exportedKind);
	for (const kind of EXPORTED_KINDS) {
		const paths = byKind.get(kind);
		if (paths !== undefined) updateKind(writer, bodies, kind, paths);
	}
}

function updateKind(writer: BodyPackWriter, bodies: BodyStore, kind: ExportedKind, changed: readonly string[]): void {
	const before = new Set(bodies.memberHeads(kind).map(({ path }) => path));
	const now = new Set(before).add(firstMember(kind));
	for (const path of changed.filter((path) => startsMember(kind, path))) {
		if (bodies.response(path) === undefined) now.delete(path);
		else now.add(path);
	}
	const starts = [...now].sort();
	const affected = new Set<number>();
	for (const path of changed) {
		const index = starts.findLastIndex((start) => start <= path);
		affected.add(index);
		// A member starts here now. If it is new, its records may have been part of the member before it.
		if (starts[index] === path) affected.add(index - 1);
	}
	for (const index of affected) {
		const start = starts[index]!;
		const records = bodies
			.pathsBetween(start, starts[index + 1] ?? endOfMembers(kind))
			.flatMap((path) => bodies.record(path) ?? []);
		if (records.length > 0) writer.addMember(start, makeMember(records));
		else if (before.has(start)) writer.removeMember(start);
	}
	for (const path of before.difference(now)) writer.removeMember(path);
}
