/** A worker thread that computes the SHA-256 of an exported file in each encoding. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { EXPORT_ENCODINGS, type ExportEncoding } from '../api/exported-file.ts';
import { type ExportedMember, MemberReader } from './member-reader.ts';

/** The SHA-256 of the file in each encoding, as Base64. */
export type Digests = { readonly [encoding in ExportEncoding]: string };

const members = workerData as readonly ExportedMember[];
const reader = new MemberReader(members);
const hashes = EXPORT_ENCODINGS.map((encoding) => [encoding, createHash('sha256')] as const);
for (const member of members) {
	for (const [encoding, hash] of hashes) hash.update(reader.read(member, encoding));
}
reader.close();
parentPort!.postMessage(Object.fromEntries(hashes.map(([encoding, hash]) => [encoding, hash.digest('base64')])));
