import { releaseFolder } from '../../src/release/layout.ts';
import { currentRelease } from '../../src/release/publish.ts';

/** The folder of the current release. @param out the folder that holds releases */
export const currentFolder = (out: string) => releaseFolder(out, currentRelease(out)!);
