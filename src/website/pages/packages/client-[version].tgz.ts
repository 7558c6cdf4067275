/** The npm package of the API client, at an address that names its version. */
export { GET } from '../client.tgz.ts';
