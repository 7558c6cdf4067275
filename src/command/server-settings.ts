import type { Command } from 'commander';
import type { ServeOptions } from '../server/serve.ts';
import { SETTINGS } from './settings.ts';
import { readSiteConfig } from './site-config.ts';

/** Gives a command the settings of a server. */
export function withServerSettings(command: Command): Command {
	const { out, state, port, host, siteUrl, logLevel } = SETTINGS;
	for (const setting of [out, state, port, host, siteUrl, logLevel]) command.addOption(setting());
	return command;
}

/** What the settings of a server say, together with `data/site.json`. */
export function serveOptions({ siteUrl, ...settings }: ServerSettings): ServeOptions {
	const { url, key_prefix } = readSiteConfig(siteUrl);
	return { ...settings, siteUrl: url, keyPrefix: key_prefix };
}

type ServerSettings = Omit<ServeOptions, 'siteUrl' | 'keyPrefix'> & { readonly siteUrl?: string };
