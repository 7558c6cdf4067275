/** Answers messages, using the Model Context Protocol library. Servers load this module in a step of its own. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
	CallToolRequestSchema,
	type CallToolResult,
	ErrorCode,
	isInitializeRequest,
	LATEST_PROTOCOL_VERSION,
	ListToolsRequestSchema,
	McpError,
	SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { jsonContent } from '../../shared/http/content.ts';
import { sentence } from '../../shared/text.ts';
import { FRESH } from '../endpoint.ts';
import { quoted } from '../error.ts';
import { listSchema, parameterSchema } from '../openapi/json-schema.ts';
import type { Parameters } from '../parameters.ts';
import type { Answer } from '../respond.ts';
import { type Arguments, type Caller, callTool } from './call-tool.ts';
import { MCP_ENDPOINT, type McpContext } from './endpoint.ts';
import { problemAnswer } from './json-rpc.ts';
import { NOTICE, outputSchema } from './result.ts';
import { TOOLS, type Tool, type ToolName } from './tools.ts';

/** The version of these tools. */
const VERSION = '1.0.0';

/**
 * The offered versions of the protocol. Version 2025-03-26 is not offered, because it requires servers to accept batches
 * of messages. Earlier versions do not have this transport.
 */
const PROTOCOL_VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version > '2025-03-26');

const LISTED_TOOLS = Object.entries(TOOLS).map(([name, tool]: [string, Tool]) => ({
	name,
	title: tool.title,
	description: `${tool.description} ${NOTICE}`,
	inputSchema: inputSchema(tool.parameters),
	outputSchema: outputSchema(tool),
	annotations: {
		title: tool.title,
		readOnlyHint: true,
		destructiveHint: false,
		idempotentHint: true,
		openWorldHint: false,
	},
}));

function inputSchema(parameters: Parameters) {
	const properties = Object.entries(parameters).map(([name, { schema, meaning, repeats }]) => {
		// Models need not know which parameters are extensions.
		const { description, 'x-extension': _, ...one } = parameterSchema(schema);
		const rest = repeats ? listSchema(one) : one;
		const texts = [sentence(meaning), description].filter((text) => text !== undefined);
		return [name, { ...rest, description: texts.join('\n') }];
	});
	const required = Object.keys(parameters).filter((name) => parameters[name]!.required !== undefined);
	return {
		type: 'object' as const,
		properties: Object.fromEntries(properties) as { [name: string]: object },
		...(required.length > 0 && { required }),
		additionalProperties: false,
	};
}

/** The server never asks clients for input, so it has no input to validate. */
const NO_VALIDATOR = {
	getValidator() {
		throw new Error('This server does not ask clients for anything.');
	},
};

/** Answers a message. Creates a server for each message, because there are no sessions. */
export async function answerMessage(
	message: unknown,
	caller: Caller & { readonly context: McpContext },
): Promise<Answer> {
	const { siteName, siteUrl } = caller.context;
	const version = caller.request.header('mcp-protocol-version');
	if (version !== undefined && !PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(message)) {
		const known = PROTOCOL_VERSIONS.join(' or ');
		return problemAnswer({
			status: 400,
			message: `The protocol version ${quoted(version)} is not supported: use ${known}.`,
		});
	}
	const { server } = new McpServer(
		{ name: 'affiliate-programs', title: siteName, version: VERSION, websiteUrl: siteUrl },
		{
			instructions: `Reads ${siteName}, a directory of affiliate programs. ${NOTICE}`,
			jsonSchemaValidator: NO_VALIDATOR,
		},
	);
	server.registerCapabilities({ tools: {} });
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: LISTED_TOOLS }));
	server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.name, params.arguments ?? {}, caller));
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	await server.connect(transport);
	try {
		const headers = {
			Accept: 'application/json, text/event-stream',
			'Content-Type': 'application/json',
			...(version !== undefined && { 'MCP-Protocol-Version': version }),
		};
		const forwarded = new Request(`${siteUrl}${MCP_ENDPOINT.path}`, { method: 'POST', headers });
		const response = await transport.handleRequest(forwarded, { parsedBody: offered(message) });
		const body = Buffer.from(await response.arrayBuffer());
		return { status: response.status, content: jsonContent(body, 'once'), caching: FRESH, headers: [] };
	} finally {
		await server.close();
	}
}

/** Returns the message. If it asks for a version that is not offered, it asks for the newest one instead. */
function offered(message: unknown): unknown {
	if (!isInitializeRequest(message) || PROTOCOL_VERSIONS.includes(message.params.protocolVersion)) return message;
	return { ...message, params: { ...message.params, protocolVersion: LATEST_PROTOCOL_VERSION } };
}

/** @throws McpError if there is no such tool */
async function call(name: string, args: Arguments, caller: Caller): Promise<CallToolResult> {
	if (!Object.hasOwn(TOOLS, name)) {
		const known = Object.keys(TOOLS).join(', ');
		throw new McpError(ErrorCode.InvalidParams, `There is no tool ${quoted(name)}. The tools are ${known}.`);
	}
	const result = await callTool(TOOLS[name as ToolName], args, caller);
	if (typeof result === 'string') return { content: [{ type: 'text', text: result }], isError: true };
	return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}
