// The mailbox of a local run, as a child process of the launcher (tools/local/start.mjs). It exits when the launcher ends.
import { startMailbox } from './mailbox';

async function main(): Promise<void> {
  const mailbox = await startMailbox({
    smtpPort: Number(process.env.SMTP_PORT),
    httpPort: Number(process.env.MAILBOX_PORT),
    host: process.env.HOST,
    folder: process.env.MAILBOX_FOLDER,
    allowedHosts: process.env.ALLOWED_HOSTS?.split(',').filter(Boolean),
  });
  const stop = (): void => void mailbox.close().then(() => process.exit(0));
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`mailbox cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
