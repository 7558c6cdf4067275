/** Loaded before a server starts. Sends its requests to GitHub and Google to the address `PROVIDERS_AT` instead. */
import { findProvidersAt } from './loopback-providers.ts';

findProvidersAt(process.env.PROVIDERS_AT!);
