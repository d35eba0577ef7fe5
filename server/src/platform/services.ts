import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Replica } from './database/replica.ts';
import type { Files } from './files/files.ts';
import type { Actors, EndpointRegistrar } from './http/http.ts';
import type { Log } from './observe/log.ts';

export interface Services {
  readonly db: Database;
  /** Answers reads on which no write depends. */
  readonly replica?: Replica | undefined;
  readonly files: Files;
  readonly config: Config;
  readonly log: Log;
  clock(): Date;
}

export type RouteModule<A extends Actors> = (
  serve: EndpointRegistrar<A>,
  services: Services,
  app: FastifyInstance,
) => void;
