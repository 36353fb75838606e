import { type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redacted, withoutSecretShapes } from './redaction';
import { currentRequestId } from './request-context';

/**
 * Writes each line before the call returns: a killed process keeps its last words, and an ending one has nothing left to
 * flush, which waits for ever where the reader of standard output went first.
 */
const standardOutput = (): DestinationStream => pino.destination({ dest: 1, sync: true });

export interface LoggerOptions {
  /** The service's name, on every line. */
  service: string;
  level: string;
  /** Where the lines go; standard output when absent. */
  destination?: DestinationStream;
}

/** JSON lines with level, time (ISO, UTC), service and request id; secrets redacted. Also what NestJS logs to. */
export class Logger implements LoggerService {
  private constructor(private readonly pino: PinoLogger) {}

  static create({ service, level, destination }: LoggerOptions): Logger {
    const options = {
      level,
      base: { service },
      // Errors come described already.
      serializers: { err: (error: unknown) => error },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId ? { requestId } : {};
      },
    };
    return new Logger(pino(options, destination ?? standardOutput()));
  }

  /** A logger whose every line also carries `fields`. */
  with(fields: Record<string, unknown>): Logger {
    return new Logger(this.pino.child(redactedFields(fields)));
  }

  /** Whether lines of this level are written: worth asking before making a costly one. */
  isEnabled(level: string): boolean {
    return this.pino.isLevelEnabled(level);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  info(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Accepts our `(message, fields | error)` and Nest's `(message, stack?, context?)`. */
  private write(level: pino.Level, message: unknown, rest: unknown[]): void {
    const fields: Record<string, unknown> = {};
    for (const extra of rest) {
      if (extra instanceof Error) fields.err = extra;
      else if (typeof extra === 'object' && extra !== null) Object.assign(fields, extra);
      else if (typeof extra === 'string') fields[extra.includes('\n') ? 'stack' : 'context'] = extra;
    }
    if (message instanceof Error) fields.err = message;
    const text = message instanceof Error ? message.message : message;
    const line = typeof text === 'string' ? text : JSON.stringify(redacted(text));
    this.pino[level](redactedFields(fields), withoutSecretShapes(line));
  }
}

function redactedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redacted(fields) as Record<string, unknown>;
}
