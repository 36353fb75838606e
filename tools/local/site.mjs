// Runs the example site as a child process of the launcher (tools/local/start.mjs), and exits when the launcher ends. The server of Astro
// listens on HOST and PORT.

// `connected` is false if the launcher ended before this module ran: then the event `disconnect` is not emitted any more.
if (process.connected === false) process.exit(0);
process.once('disconnect', () => process.exit(0));
await import('../../examples/site/dist/server/entry.mjs');
