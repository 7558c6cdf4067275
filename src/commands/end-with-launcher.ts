/**
 * Ends this process, as SIGTERM does, when the launcher that started it has gone without passing on a signal, for
 * example because it was killed. Without this, a server would keep its port. The channel between the two closes
 * whenever the launcher ends, also in containers and if another process has adopted either of them. Does nothing in a
 * process without a launcher.
 */
export function endWithLauncher(): void {
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	// A process that has finished its work must not wait for its launcher.
	process.channel?.unref();
}
