/** Imported before a server starts. The server then finds GitHub and Google at PROVIDERS_AT. */
import { findProvidersAt } from './loopback-providers.ts';

findProvidersAt(process.env.PROVIDERS_AT!);
