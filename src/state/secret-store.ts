import type Database from 'better-sqlite3';

/** The secrets of this installation. Each secret is made when it is first needed. */
export class SecretStore {
	readonly #add: Database.Statement<[string, string]>;
	readonly #read: Database.Statement<[string], string>;

	constructor(db: Database.Database) {
		this.#add = db.prepare('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING');
		this.#read = db.prepare<[string], string>('SELECT value FROM secrets WHERE name = ?').pluck();
	}

	/**
	 * Returns a secret. `make` creates it the first time. All processes get the same secret, even if they ask for it at
	 * the same time.
	 */
	async get(name: string, make: () => string): Promise<string> {
		const known = this.#read.get(name);
		if (known !== undefined) return known;
		this.#add.run(name, make());
		return this.#read.get(name)!;
	}
}
