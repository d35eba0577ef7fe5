import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Files } from './files.ts';
import type { Serve } from './http.ts';
import type { Log } from './log.ts';

/** What every room is given. Nothing else is global. */
export interface Services {
  readonly db: Database;
  readonly files: Files;
  readonly config: Config;
  readonly log: Log;
  clock(): Date;
}

/** A room registers its calls. */
export type Room = (serve: Serve, services: Services) => void;
