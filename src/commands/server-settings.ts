import { Command } from 'commander';
import { operatorToken, readAccountSettings } from '../config/account-settings.ts';
import type { LoggedRequests } from '../config/defaults.ts';
import { SETTINGS } from '../config/settings.ts';
import { readSiteConfig, uncheckedSite } from '../config/site-config.ts';
import type { ServeOptions } from '../server/serve.ts';
import type { ServiceOptions } from '../server/service.ts';

const { out, state, port, host, siteUrl, logLevel, logRequests, trustProxy, rateLimits } = SETTINGS;
const { maxConnections, maxConnectionsPerAddress } = SETTINGS;
/** The settings that are used both by our own server and by Astro's development server. */
const SERVICE = [out, state, siteUrl, logLevel, logRequests, trustProxy, rateLimits];

export function withServerSettings(command: Command): Command {
	for (const setting of [...SERVICE, port, host, maxConnections, maxConnectionsPerAddress])
		command.addOption(setting());
	return command;
}

/** The settings of `serve`: those of every server, and those of its processes and of `/metrics`. */
export function withServeSettings(command: Command): Command {
	return withServerSettings(command).addOption(SETTINGS.workers()).addOption(SETTINGS.metrics());
}

/** Returns the options of a server. They come from its settings, `site.json` and the environment. */
export function serveOptions({ port, host, ...settings }: ServerSettings): ServeOptions {
	readSiteConfig();
	const { maxConnections: total, maxConnectionsPerAddress: ofOneAddress } = settings;
	const connectionLimits = { total, ofOneAddress };
	return { ...serviceOptions(settings, port), port, host, connectionLimits, operatorToken: operatorToken(process.env) };
}

/** Reads the settings from the environment, for processes without a command line. */
export function readServiceOptions(): ServiceOptions {
	const command = new Command();
	for (const setting of SERVICE) command.addOption(setting());
	return serviceOptions(command.parse([], { from: 'user' }).opts());
}

interface ServiceSettings extends Pick<ServiceOptions, 'out' | 'state' | 'trustProxy' | 'rateLimits'> {
	readonly logLevel: string;
	readonly logRequests?: LoggedRequests;
	readonly siteUrl?: string;
}

interface ServerSettings extends ServiceSettings, Pick<ServeOptions, 'port' | 'host'> {
	readonly maxConnections: number;
	readonly maxConnectionsPerAddress: number;
}

function serviceOptions(settings: ServiceSettings, port?: number): ServiceOptions {
	const { out, state, logLevel, logRequests, trustProxy, rateLimits } = settings;
	const { name, url, key_prefix, log_addresses, log_user_agents, count_views } = uncheckedSite(settings.siteUrl, port);
	return {
		out,
		state,
		log: {
			level: logLevel,
			requests: logRequests,
			addresses: log_addresses,
			userAgents: log_user_agents,
		},
		trustProxy,
		siteUrl: url,
		siteName: name,
		keyPrefix: key_prefix,
		countVisits: count_views,
		rateLimits,
		accounts: readAccountSettings(process.env),
	};
}
