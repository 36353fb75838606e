import { type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redacted, textWithoutSecrets } from './redaction';
import { currentRequestId } from './request-context';
import { standardOutput } from './standard-output';

export interface LoggerOptions {
  /** The `service` field of every line. */
  service: string;
  level: string;
  /** Standard output by default. */
  destination?: DestinationStream;
}

/** The fields of the log line of a request. */
export interface RequestLine {
  requestId: string;
  method: string;
  /** Without secrets; see `urlWithoutSecrets`. */
  url: string;
  status: number;
  durationMs: number;
}

/** Returns the function that adds the time to a line. The lines of one millisecond share its text, which takes long to build (ADR 0200). */
function createTimestamp(): () => string {
  let writtenMs = NaN;
  let field = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== writtenMs) {
      writtenMs = nowMs;
      field = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return field;
  };
}

/** Writes JSON lines with level, time (ISO, UTC), service and request id, without secrets. NestJS uses this logger, too. */
export class Logger implements LoggerService {
  private constructor(private readonly pino: PinoLogger) {}

  static create({ service, level, destination }: LoggerOptions): Logger {
    const options = {
      level,
      base: { service },
      // `redacted` has already turned errors into plain objects.
      serializers: { err: (error: unknown) => error },
      timestamp: createTimestamp(),
      formatters: { level: (label: string) => ({ level: label }) },
    };
    return new Logger(pino(options, destination ?? standardOutput()));
  }

  /** A logger that adds `fields` to every line. */
  with(fields: Record<string, unknown>): Logger {
    return new Logger(this.pino.child(redactedFields(fields)));
  }

  /** Whether lines of this level are written. Check this before you compute expensive fields. */
  isEnabled(level: string): boolean {
    return this.pino.isLevelEnabled(level);
  }

  /** Writes the line of a request. The fields must not contain secrets, because this method does not redact them. */
  request(line: RequestLine): void {
    this.pino.info(line, 'request');
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

  /** Accepts `(message, fields?, error?)`, and `(message, stack?, context?)` from NestJS. */
  private write(level: pino.Level, message: unknown, rest: unknown[]): void {
    const requestId = currentRequestId();
    const fields: Record<string, unknown> = requestId ? { requestId } : {};
    for (const extra of rest) {
      if (extra instanceof Error) fields.err = extra;
      else if (typeof extra === 'object' && extra !== null) Object.assign(fields, extra);
      else if (typeof extra === 'string') fields[extra.includes('\n') ? 'stack' : 'context'] = extra;
    }
    if (message instanceof Error) fields.err = message;
    const text = message instanceof Error ? message.message : message;
    // `JSON.stringify` returns undefined for undefined and for functions.
    const line = typeof text === 'string' ? text : (JSON.stringify(redacted(text)) ?? String(text));
    this.pino[level](redactedFields(fields), textWithoutSecrets(line));
  }
}

function redactedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redacted(fields) as Record<string, unknown>;
}
