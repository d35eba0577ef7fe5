import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { sqlState, transactionTracing } from '../database/database.ts';
import { Refusal } from '../errors.ts';
import type { Log } from './log.ts';

/** Milliseconds that stopping waits for an unresponsive collector. */
const FLUSH_TIMEOUT_MS = 3_000;

type Settings = NonNullable<Config['traces']>;

const startProvider = ({ endpoint, service, ratio }: Settings): TracerProvider => {
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // Ignores the caller's sampling flag: outsiders could hide from the traces or flood them.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
};

/** Describes an error without its message, which may contain personal data. */
const errorType = (error: unknown): string => {
  if (error instanceof Refusal) return error.code;
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown');
};

const markFailed = (span: Span, error: unknown) => {
  span.setAttribute('error.type', errorType(error));
  if (!(error instanceof Refusal)) span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Names a statement without its SQL text and values. */
const statementName = (query: unknown): string => {
  const { name, text = '' } = query as { name?: string; text?: string };
  if (name) return name;
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/i.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_]+)\b/i.exec(text) ?? [];
  return `${verb.toLowerCase()} ${table}`.trimEnd();
};

/** Ignores `tracestate`, which may hold arbitrary data. */
const callerContext = ({ headers: { traceparent } }: FastifyRequest) => {
  const parent = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
};

const endRequest = (span: Span | undefined, { refusal }: FastifyRequest, { statusCode }: FastifyReply) => {
  if (!span) return;
  span.setAttribute('http.response.status_code', statusCode);
  if (refusal) span.setAttribute('portal.refusal', refusal);
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};

/** Does nothing once the span has ended. */
const endAborted = (span: Span) => {
  if (span.isRecording()) span.setAttribute('error.type', 'aborted').end();
};

const ignore = () => {};

/** Records only method and route of a request. */
class Spans {
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Span | undefined>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  watch(app: FastifyInstance): void {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook('onRequest', (request, reply, done) => {
      const span = this.#startRequest(request);
      spans.set(request, span);
      reply.raw.once('close', () => endAborted(span));
      this.#current.run(span, done);
    });
    app.addHook('onResponse', (request, reply, done) => {
      endRequest(spans.get(request), request, reply);
      done();
    });
    // The body is read in the connection's context; restore the request's.
    app.addHook('preValidation', (request, _reply, done) => this.#current.run(spans.get(request), done));
  }

  #startRequest(request: FastifyRequest): Span {
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': request.method, 'http.route': route };
    const options = { kind: SpanKind.SERVER, attributes };
    return this.#tracer.startSpan(`${request.method} ${route}`, options, callerContext(request));
  }

  #startPart(name: string, attributes: Attributes): Span | undefined {
    const parent = this.#current.getStore();
    const options = { kind: SpanKind.CLIENT, attributes };
    return parent && this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  }

  watchPool(pool: pg.Pool): void {
    const query: (...args: unknown[]) => unknown = pool.query.bind(pool);
    const traced = async (...args: unknown[]) => {
      const span = this.#startPart(statementName(args[0]), { 'db.system.name': 'postgresql' });
      return endAfter(span, async () => query(...args));
    };
    Object.assign(pool, { query: traced });
  }

  watchTransactions(): () => void {
    const spans = new WeakMap<object, Span>();
    const start = (transaction: object) => {
      const span = this.#startPart('transaction', { 'db.system.name': 'postgresql' });
      if (span) spans.set(transaction, span);
    };
    const error = (transaction: object) => {
      const span = spans.get(transaction);
      if (span) markFailed(span, Reflect.get(transaction, 'error'));
    };
    const asyncEnd = (transaction: object) => spans.get(transaction)?.end();
    const listeners = { start, error, asyncEnd, end: ignore, asyncStart: ignore };
    transactionTracing.subscribe(listeners);
    return () => transactionTracing.unsubscribe(listeners);
  }

  watchDelivery<Args extends unknown[]>(deliver: (...args: Args) => Promise<void>) {
    return (...args: Args): Promise<void> => {
      const span = this.#tracer.startSpan('mail delivery', { kind: SpanKind.CLIENT }, ROOT_CONTEXT);
      return this.#current.run(span, () => endAfter(span, () => deliver(...args)));
    };
  }
}

const endAfter = async <T>(span: Span | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (span) markFailed(span, error);
    throw error;
  } finally {
    span?.end();
  }
};

export interface Tracing {
  watch(app: FastifyInstance): void;
  watchDelivery: Spans['watchDelivery'];
  stop(): Promise<void>;
}

/** If the collector is unreachable, drops the spans and logs a warning. */
export const startTracing = (settings: Settings, pool: pg.Pool, log: Log): Tracing => {
  setGlobalErrorHandler((error) => log.warn({ error }, 'traces not sent'));
  const provider = startProvider(settings);
  const spans = new Spans(provider.getTracer('portal'));
  spans.watchPool(pool);
  const forget = spans.watchTransactions();
  return {
    watch: (app) => spans.watch(app),
    watchDelivery: (deliver) => spans.watchDelivery(deliver),
    stop: async () => {
      forget();
      await Promise.race([provider.shutdown(), sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
};
