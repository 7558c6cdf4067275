/** The maximum size of a body, in bytes. The forms of this site, and the messages of clients and agents, are smaller. */
export const MAX_BODY = 64 * 1024;
