import type { MailSettings } from '../src/accounts/mail/mailer.ts';
import { command, run } from '../src/commands/command.ts';
import { checkAddress } from '../src/commands/doctor/address.ts';
import { type Finding, ok, problemOf } from '../src/commands/doctor/finding.ts';
import { checkMachine } from '../src/commands/doctor/machine.ts';
import { checkMail } from '../src/commands/doctor/mail.ts';
import { linksToSite } from '../src/commands/doctor/own-links.ts';
import { checkReleases } from '../src/commands/doctor/releases.ts';
import { printFindings } from '../src/commands/doctor/report.ts';
import { checkSettings, takeWrongSettings } from '../src/commands/doctor/settings.ts';
import { checkState, openUnchanged } from '../src/commands/doctor/state.ts';
import { readAccountSettings } from '../src/config/account-settings.ts';
import { SETTINGS } from '../src/config/settings.ts';
import type { Site } from '../src/config/site/site-schema.ts';
import { readSiteConfig } from '../src/config/site-config.ts';

/** Before the command reads its own settings: it would end with an error. */
const wrong = takeWrongSettings(process.env);

const doctor = command(
	'doctor',
	'Checks the machine, the configuration, the releases, the state, mail and the address.',
	[
		['npm run doctor', 'each line says ok, or what to do. It changes nothing'],
		['npm run doctor -- --mail-to you@site.example', 'also sends an email'],
		['npm run doctor -- --json', 'the same for programs'],
	],
)
	.addOption(SETTINGS.out())
	.addOption(SETTINGS.state())
	.addOption(SETTINGS.siteUrl())
	.addOption(SETTINGS.port())
	.addOption(SETTINGS.trustProxy())
	.option('--mail-to <address>', 'send an email to this address')
	.option('--json', 'print the findings as JSON')
	.addHelpText('after', '\nExit status: 0 no problem (warnings are possible), 1 at least one problem.')
	.action(async ({ out, state: folder, siteUrl, port, trustProxy, mailTo, json }) => {
		const { site, mail, findings: configuration } = readConfiguration(siteUrl, port);
		const findings: Finding[] = [
			...(await checkMachine({ out, state: folder })),
			...(await checkSettings(process.env, wrong)),
			...configuration,
		];
		findings.push(...(await checkReleases(out)));
		const opened = await openUnchanged(folder);
		const state = 'probe' in opened ? opened : undefined;
		findings.push(...('probe' in opened ? await checkState(opened) : [opened]));
		if (site !== undefined) {
			const { name: siteName, url } = site;
			const links = linksToSite(site);
			findings.push(...(await checkMail({ mail, state, to: mailTo, siteName, siteUrl: url })));
			findings.push(...(await checkAddress({ siteUrl: url, out, links, knowsProxy: trustProxy !== undefined })));
		}
		await state?.close();
		if (json) console.log(JSON.stringify(findings, null, 2));
		else printFindings(findings);
		if (findings.some(({ status }) => status === 'problem')) process.exitCode = 1;
	});

await run(doctor);

/** Reads the configuration as a server does. */
function readConfiguration(siteUrl: string | undefined, port: number) {
	const findings: Finding[] = [];
	let site: Site | undefined;
	let mail: MailSettings | undefined;
	try {
		site = readSiteConfig(siteUrl, port);
		({ mail } = readAccountSettings(process.env));
		findings.push(ok('configuration', `${site.name} at ${site.url}.`));
	} catch (error) {
		findings.push(problemOf('configuration', error, 'Correct it, then run doctor again.'));
	}
	return { site, mail, findings };
}
