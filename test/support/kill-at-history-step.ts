/**
 * Loaded before a command (`NODE_OPTIONS=--import=…`). Kills the process with SIGKILL just before the nth statement on
 * its history of changes, where n is `KILL_AT_STEP`.
 */
import Database from 'better-sqlite3';

let steps = 0;

function step(db: Database.Database): void {
	if (db.name.endsWith('history.sqlite') && ++steps === Number(process.env.KILL_AT_STEP)) {
		process.kill(process.pid, 'SIGKILL');
	}
}

const memory = new Database(':memory:');
const statements = Object.getPrototypeOf(memory.prepare('SELECT 1'));
memory.close();

for (const name of ['run', 'get'] as const) {
	const original = statements[name];
	statements[name] = function (this: Database.Statement, ...values: unknown[]) {
		step(this.database);
		return original.apply(this, values);
	};
}
for (const name of ['exec', 'pragma', 'close'] as const) {
	const original = Database.prototype[name] as (...values: unknown[]) => unknown;
	Object.assign(Database.prototype, {
		[name](this: Database.Database, ...values: unknown[]) {
			step(this);
			return original.apply(this, values);
		},
	});
}
