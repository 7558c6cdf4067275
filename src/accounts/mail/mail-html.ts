/** Formats an email as HTML: the words of its plain text, below a dark band with the name of the site. */
import { themeColors } from '../../config/site/theme-colors.ts';

const LINK = /^https?:\/\/\S+$/;

export function mailHtml(siteName: string, siteUrl: string, paragraphs: readonly string[]): string {
	const colors = themeColors();
	// Written twice: in hexadecimal for older mail programs, then in the notation of the theme.
	const ink = `${colors.inkHex};background:${colors.ink}`;
	const body = paragraphs.map((words) =>
		LINK.test(words)
			? `<p style="margin:0 0 20px"><a href="${escaped(words)}" style="color:${colors.accent}">${escaped(words)}</a></p>`
			: `<p style="margin:0 0 16px">${escaped(words)}</p>`,
	);
	// The three blocks below the name come from the site's mark. They are table cells, because an image would tell the
	// site when the email is read.
	const block = `<td width="28" height="6" style="background:${colors.warm};line-height:6px;font-size:0">&nbsp;</td>`;
	const gap = '<td width="6"></td>';
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;background:${colors.surface};color:${colors.text};font:16px/1.5 system-ui,Arial,sans-serif;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td style="background:${ink};padding:20px 24px">
<a href="${escaped(siteUrl)}/" style="color:${colors.onInk};font-size:20px;font-weight:bold;text-decoration:none">${escaped(siteName)}</a>
<table role="presentation" width="96" cellspacing="0" cellpadding="0" style="margin-top:10px"><tr>${[block, block, block].join(gap)}</tr></table>
</td></tr><tr><td style="padding:28px 24px"><div style="max-width:560px">
${body.join('\n')}
</div></td></tr></table></body></html>
`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
