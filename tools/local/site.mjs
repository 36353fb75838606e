// Runs the example site as a child of the launcher, and exits when the launcher ends. The server of Astro listens on HOST and PORT.

// False if the launcher ended before this module ran: then `disconnect` is not emitted again.
if (process.connected === false) process.exit(0);
process.once('disconnect', () => process.exit(0));
await import('../../examples/site/dist/server/entry.mjs');
