import { Store } from './database.ts';

/** Sets `@at`, in ISO 8601, as the time of the last backup. */
export const NOTE_BACKUP =
	"INSERT INTO about (name, value) VALUES ('backed_up_at', @at) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/** What the state says about itself. */
export class AboutStore extends Store {
	/** Returns when the state was last backed up, in ISO 8601, or undefined if it never was. */
	async backedUpAt(): Promise<string | undefined> {
		const row = await this.db.get<{ value: string }>("SELECT value FROM about WHERE name = 'backed_up_at'");
		return row?.value;
	}

	async noteBackup(now: Date): Promise<void> {
		await this.db.run(NOTE_BACKUP, { at: now.toISOString() });
	}
}
