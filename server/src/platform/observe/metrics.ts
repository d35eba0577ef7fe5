import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The label of all unknown URLs, so that they create no series of their own. */
const UNKNOWN = 'unknown';

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  readonly register: Registry;
  watch(app: FastifyInstance): void;
}

const watchPool = (register: Registry, pool: pg.Pool) =>
  new Gauge({
    name: 'portal_pool_connections',
    help: 'Connections to the database that are open, idle, and callers that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

/** Returns what to call with the server once it is there. */
const watchReadiness = (register: Registry): ((app: FastifyInstance) => void) => {
  let watched: FastifyInstance | undefined;
  new Gauge({
    name: 'portal_ready',
    help: 'Whether /readyz answers 200',
    registers: [register],
    async collect() {
      this.set((await watched?.isReady()) ? 1 : 0);
    },
  });
  return (app) => {
    watched = app;
  };
};

const createInstruments = (register: Registry) => ({
  requests: new Counter({
    name: 'portal_http_requests_total',
    help: 'Answers by route (the pattern) and status',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  }),
  durations: new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time from the headers of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [register],
  }),
  refusals: new Counter({
    name: 'portal_refusals_total',
    help: 'Refusals by code',
    labelNames: ['code'],
    registers: [register],
  }),
});

export const createMetrics = (pool: pg.Pool): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  watchPool(register, pool);
  const watchReady = watchReadiness(register);
  const { requests, durations, refusals } = createInstruments(register);

  /** Looks up a route's labels once, to keep the cost per request low. */
  const observer = (method: string, route: string) => {
    const duration = durations.labels({ method, route });
    const counts = new Map<number, Counter.Internal>();
    const countOf = (status: number) => {
      const count = counts.get(status) ?? requests.labels({ method, route, status: String(status) });
      counts.set(status, count);
      return count;
    };
    return ({ refusal }: FastifyRequest, reply: FastifyReply, done: () => void) => {
      countOf(reply.statusCode).inc();
      duration.observe(reply.elapsedTime / 1000);
      if (refusal) refusals.inc({ code: refusal });
      done();
    };
  };

  return {
    register,
    watch: (app) => {
      watchReady(app);
      app.addHook('onRoute', (route) => {
        const [method = UNKNOWN] = [route.method].flat();
        route.onResponse = [...[route.onResponse ?? []].flat(), observer(method, route.url)];
      });
      const observeUnknown = observer(UNKNOWN, UNKNOWN);
      app.addHook('onResponse', (request, reply, done) =>
        request.is404 ? observeUnknown(request, reply, done) : done(),
      );
    },
  };
};
