import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A part of a recorded multipart body. */
export interface RecordedPart {
  name: string;
  filename?: string;
  type?: string;
  bytes: number;
  /** The content; absent for binary files. */
  text?: string;
}

/** The header and claims of a recorded token. Times are relative to the request, e.g. `now+300s`. */
export interface RecordedToken {
  header: Record<string, string>;
  claims: Record<string, JsonValue>;
}

/** A recorded request and its response. */
export interface Exchange {
  name: string;
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: JsonValue;
    token?: RecordedToken;
  };
  response: { status: number; headers: Record<string, string>; body?: JsonValue };
}

/** A file of exchanges for one API version, in the order of the recording. An area is e.g. `admin-posts`. */
export interface Area {
  version: string;
  name: string;
  exchanges: Exchange[];
}

/** The content of the recorded site, as resources of requests to the Admin API. */
export interface DataSet {
  tags: Record<string, JsonValue>[];
  posts: Record<string, JsonValue>[];
  drafts: Record<string, JsonValue>[];
  pages: Record<string, JsonValue>[];
  members: Record<string, JsonValue>[];
}

/** A folder of recorded exchanges (see CONTRIBUTING.md). It is not in the repository. */
export class RecordedExchanges {
  constructor(readonly folder: string) {}

  get isAvailable(): boolean {
    return existsSync(join(this.folder, 'dataset.json'));
  }

  dataSet(): DataSet {
    const dataSet: DataSet = JSON.parse(readFileSync(join(this.folder, 'dataset.json'), 'utf8'));
    return dataSet;
  }

  areas(version: string): Area[] {
    return readdirSync(join(this.folder, version))
      .filter((file) => file.endsWith('.jsonl'))
      .sort()
      .map((file) => ({
        version,
        name: file.slice(0, -'.jsonl'.length),
        exchanges: readFileSync(join(this.folder, version, file), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(parseLine),
      }));
  }
}

function parseLine(line: string): Exchange {
  const exchange: Exchange = JSON.parse(line);
  return exchange;
}
