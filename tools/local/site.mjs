// The example site as a child of the launcher: it exits with it. The server of Astro listens on HOST and PORT.
process.once('disconnect', () => process.exit(0));
await import('../../examples/site/dist/server/entry.mjs');
