import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Files } from './files.ts';
import type { Actors, EndpointRegistrar } from './http.ts';
import type { Log } from './log.ts';

/** What every room is given. Nothing else is global. */
export interface Services {
  readonly db: Database;
  readonly files: Files;
  readonly config: Config;
  readonly log: Log;
  clock(): Date;
}

/** A room registers its calls: through `serve` what the contract describes, on `app` what is no JSON (downloads, pictures). */
export type RouteModule<A extends Actors> = (
  serve: EndpointRegistrar<A>,
  services: Services,
  app: FastifyInstance,
) => void;
