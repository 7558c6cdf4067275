import { Store } from './database.ts';

/** The secrets of this installation. Each secret is created when it is first needed. */
export class SecretStore extends Store {
	/**
	 * Returns the secret with the given name. If the secret does not exist yet, `make` creates it. All processes get the
	 * same secret, even if several call this at the same time.
	 */
	async get(name: string, make: () => string): Promise<string> {
		const known = await this.#read(name);
		if (known !== undefined) return known;
		const add = 'INSERT INTO secrets (name, value) VALUES (@name, @value) ON CONFLICT DO NOTHING';
		await this.db.run(add, { name, value: make() });
		return (await this.#read(name))!;
	}

	async #read(name: string): Promise<string | undefined> {
		const row = await this.db.get<{ value: string }>('SELECT value FROM secrets WHERE name = @name', { name });
		return row?.value;
	}
}
