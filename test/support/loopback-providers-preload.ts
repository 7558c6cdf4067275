/**
 * Loaded before a server starts. Sends the server's requests for GitHub and Google to the address in `PROVIDERS_AT`
 * instead.
 */
import { findProvidersAt } from './loopback-providers.ts';

findProvidersAt(process.env.PROVIDERS_AT!);
