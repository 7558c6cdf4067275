/** Loaded before a server starts. Redirects its requests to GitHub and Google to the address in `PROVIDERS_AT`. */
import { findProvidersAt } from './loopback-providers.ts';

findProvidersAt(process.env.PROVIDERS_AT!);
