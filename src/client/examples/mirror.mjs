/**
 * Copies a directory into a SQLite file, or brings the copy up to date. Needs Node.js 22.13 or newer, which has SQLite:
 *
 *     API_KEY=svc_… node mirror.mjs https://directory.example/v1 directory.sqlite
 */
import { ApiError, DirectoryClient } from '../index.ts';

const { DatabaseSync } = await import('node:sqlite').catch(() =>
	stop(`This program needs Node.js 22.13 or newer, but this is ${process.version}.`),
);
const [baseUrl, file] = process.argv.slice(2);
const key = process.env.API_KEY;
if (!baseUrl || !file || !key)
	stop('Usage: API_KEY=svc_… node mirror.mjs https://directory.example/v1 directory.sqlite');
const client = new DirectoryClient({ baseUrl, key });
const db = new DatabaseSync(file);
db.exec(`
	CREATE TABLE IF NOT EXISTS records (kind TEXT, id TEXT, record TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS snapshots (id TEXT);
`);
const put = db.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?)');
const remove = db.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
const read = db.prepare('SELECT record FROM records WHERE kind = ? AND id = ?');

const FILES = {
	category: () => client.exportCategories(),
	organization: () => client.exportOrganizations(),
	program: () => client.exportPrograms(),
	review: () => client.exportReviews(),
};

/** Copies all records from the exported files. Returns the ID of the snapshot that the copy comes from. */
async function mirror() {
	db.exec('DELETE FROM records');
	const snapshots = new Set();
	for (const [kind, open] of Object.entries(FILES)) {
		const file = await open();
		snapshots.add(file.snapshot);
		for await (const record of file) put.run(kind, 'id' in record ? record.id : record.slug, JSON.stringify(record));
	}
	const [snapshot, ...others] = snapshots;
	if (others.length > 0) throw new Error('Newer data was published in the meantime. Start again.');
	return snapshot;
}

/** Applies the changes since a snapshot to the copy. Returns the ID of the snapshot that the copy then matches. */
async function sync(since) {
	const changes = client.sync(since);
	for await (const change of changes) await apply(change);
	return changes.snapshot;
}

async function apply({ kind, id, op, fields }) {
	if (op === 'removed') {
		remove.run(kind, id);
		return;
	}
	// A change has no fields if its record was removed after the change.
	if (fields === undefined) return;
	const record = JSON.parse(read.get(kind, id)?.record ?? '{}');
	for (const [name, [, value]] of Object.entries(fields)) record[name] = value;
	put.run(kind, id, JSON.stringify(record));
}

/** Brings the copy up to date. Makes a new copy if there is none, or if the copy is too old. */
async function update() {
	const since = db.prepare('SELECT id FROM snapshots').get()?.id;
	if (since === undefined) return mirror();
	try {
		return await sync(since);
	} catch (error) {
		// SNAPSHOT_GONE means that the history no longer goes back to the snapshot of the copy.
		if (error instanceof ApiError && error.code === 'SNAPSHOT_GONE') return mirror();
		throw error;
	}
}

function stop(message) {
	console.error(message);
	process.exit(1);
}

// A failure leaves the copy as it was.
db.exec('BEGIN');
const snapshot = await update();
db.exec('DELETE FROM snapshots');
db.prepare('INSERT INTO snapshots VALUES (?)').run(snapshot);
db.exec('COMMIT');
const { count } = db.prepare('SELECT count(*) AS count FROM records').get();
console.log(`${file} has ${count} records of the snapshot ${snapshot}.`);
