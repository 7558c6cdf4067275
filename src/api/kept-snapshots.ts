/** How many minutes a snapshot can still be requested after another snapshot has replaced it. */
export const KEPT_MINUTES = 15;
/** The maximum number of replaced releases whose snapshots can still be requested. */
export const MOST_KEPT = 60;
