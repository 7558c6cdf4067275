import { run } from '../src/commands/command.ts';
import { recordCommand } from '../src/commands/editing/record-command.ts';

await run(recordCommand('organizations'));
