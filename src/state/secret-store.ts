import type Database from 'better-sqlite3';

/** Secrets of this installation, made when they are first needed. */
export class SecretStore {
	readonly #add: Database.Statement<[string, string]>;
	readonly #read: Database.Statement<[string], string>;

	constructor(db: Database.Database) {
		this.#add = db.prepare('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING');
		this.#read = db.prepare<[string], string>('SELECT value FROM secrets WHERE name = ?').pluck();
	}

	/** The secret of this name; `make` gives the first. All processes that ask at once get the same. */
	async get(name: string, make: () => string): Promise<string> {
		const known = this.#read.get(name);
		if (known !== undefined) return known;
		this.#add.run(name, make());
		return this.#read.get(name)!;
	}
}
