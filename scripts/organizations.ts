import { run } from '../src/commands/command.ts';
import { recordCommand } from '../src/editor/edits/record-command.ts';

await run(recordCommand('organizations'));
