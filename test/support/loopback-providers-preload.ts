/** Imported before a server starts: it finds GitHub and Google at PROVIDERS_AT. */
import { findProvidersAt } from './loopback-providers.ts';

findProvidersAt(process.env.PROVIDERS_AT!);
