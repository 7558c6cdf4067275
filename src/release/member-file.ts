/** An exported NDJSON file. It consists of its members, one after the other. */
import type { ExportEncoding, OpenFile } from '../api/exported-file.ts';
import { tagOf } from '../shared/tag.ts';
import type { StoredMember } from './body-store.ts';
import { type ExportedMember, MemberReader } from './member-reader.ts';

export class MemberFile {
	readonly members: readonly ExportedMember[];
	readonly records: number;
	/** A tag that changes if the file's bytes change in any encoding. */
	readonly tag: string;

	/** @param stored the members in order */
	constructor(stored: readonly StoredMember[]) {
		this.members = stored.map(({ path, head, pack }) => ({ path, pack, ...JSON.parse(head) }));
		this.records = this.members.reduce((sum, { records }) => sum + records, 0);
		this.tag = tagOf(stored.map(({ head }) => head).join('\n'));
	}

	length(encoding: ExportEncoding): number {
		return this.members.reduce((sum, member) => sum + member[encoding], 0);
	}

	/** Opens the file's bytes in an encoding, from `start` up to, but not including, `end`. */
	open(encoding: ExportEncoding, start: number, end: number): OpenFile {
		const parts: { readonly member: ExportedMember; readonly from: number; readonly to: number }[] = [];
		let position = 0;
		for (const member of this.members) {
			const [from, to] = [Math.max(0, start - position), Math.min(member[encoding], end - position)];
			if (from < to) parts.push({ member, from, to });
			position += member[encoding];
		}
		const reader = new MemberReader(parts.map(({ member }) => member));
		async function* pieces(): AsyncGenerator<Buffer> {
			for (const { member, from, to } of parts) {
				yield reader.read(member, encoding).subarray(from, to);
			}
		}
		return { pieces: pieces(), close: () => reader.close() };
	}
}
