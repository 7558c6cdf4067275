/** Runs processes whose clock is wrong, with libfaketime. Their clock that nobody can set stays right. */
import { globSync } from 'node:fs';

const [LIBRARY] = globSync('/usr/lib/{,*/}faketime/libfaketimeMT.so.1');

/** Whether libfaketime is installed, such as Debian's package `faketime`. */
export const CAN_SHIFT = LIBRARY !== undefined;

/** The environment of a process whose clock is wrong. @param shift such as `+400d` or `-400d` */
export function wrongClock(shift: string): { readonly [name: string]: string } {
	return { LD_PRELOAD: LIBRARY!, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
