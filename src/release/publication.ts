export type PublicationKind = 'build' | 'publish' | 'rollback' | 'link';

/** An event that made a release the current one. */
export interface Publication {
	readonly number: number;
	/** The cause of the publication: a build, the command `publish` or `rollback`, or a change of the link. */
	readonly kind: PublicationKind;
	readonly release: string;
	/** The time of the event, as an ISO timestamp. For a change of the link, the time when the change was noticed. */
	readonly published_at: string;
}
