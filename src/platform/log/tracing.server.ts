import { setTimeout as pause } from 'node:timers/promises'
import { SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import type { PlatformSettings } from '../settings.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's span, with the status that it was answered with, or with none where the caller hung up. */
    endSpan: ((status?: number) => void) | undefined
  }
}

/** As OpenTelemetry's names for what a span tells have it (semantic conventions). */
const names = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  database: 'db.system.name',
  statement: 'db.query.text',
  queue: 'messaging.destination.name',
} as const

const tracer = () => trace.getTracer('tappet')

/**
 * Sends traces by OTLP to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names; its library reads the other variables of the
 * exporter by itself. Without a collector nothing of it is loaded, and the spans below are the API's own, which do nothing.
 * What it resolves to sends what is left, for three seconds at most: a collector that is away keeps no shop from stopping.
 */
export async function startTracing({
  tracesEndpoint,
  tracesSampled,
  tracesDelayMillis,
}: PlatformSettings): Promise<() => Promise<void>> {
  if (tracesEndpoint === undefined) return () => Promise.resolve()
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
    ])
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'tappet' }),
    // Whoever calls with a trace has decided for it already.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracesSampled) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: tracesDelayMillis }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => Promise.race([provider.shutdown().catch(() => undefined), pause(3000, undefined, { ref: false })])
}

/** A span for each request, in the trace that the caller's `traceparent` names, around all that is done for it. */
export function traceRequests(http: FastifyInstance): void {
  http.decorateRequest('endSpan', undefined)
  http.addHook('onRequest', (request, _reply, done) => {
    const from = propagation.extract(context.active(), request.headers)
    const span = tracer().startSpan(`${request.method} ${routeOf(request)}`, { kind: SpanKind.SERVER }, from)
    span.setAttributes({ [names.method]: request.method, [names.route]: routeOf(request) })
    request.endSpan = status => {
      if (status !== undefined) span.setAttribute(names.status, status)
      if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    context.with(trace.setSpan(from, span), done)
  })
  http.addHook('onResponse', async (request, { statusCode }) => request.endSpan?.(statusCode))
  http.addHook('onRequestAbort', async request => request.endSpan?.())
}

/** As the shop knows the address: an address itself may tell of a person, and there are too many of them to count by. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'

/** Tells the span around a statement of it, once it is done. Its values are not told: they are people's. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  // Without a span around it, it is the shop's own looking round, which nobody follows.
  if (!trace.getActiveSpan()?.isRecording()) return
  const end = Date.now()
  const attributes = { [names.database]: 'postgresql', [names.statement]: query.sql }
  const span = tracer().startSpan(`SQL ${/\w+/.exec(query.sql)?.[0]}`, {
    kind: SpanKind.CLIENT,
    startTime: end - queryDurationMillis,
    attributes,
  })
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(end)
}

/** What a job is sent with, so that it goes on with the trace of whoever sent it. */
export function withTrace(data: object): object {
  const carrier = {}
  propagation.inject(context.active(), carrier)
  return { ...data, ...carrier }
}

/** Does a job in a span of its own, in the trace that it was sent in. */
export function inSpanOfJob(queue: string, data: object, work: () => Promise<void>): Promise<void> {
  const options = { kind: SpanKind.CONSUMER, attributes: { [names.queue]: queue } }
  return tracer().startActiveSpan(`job ${queue}`, options, propagation.extract(context.active(), data), async span => {
    try {
      await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** What a line of the log says of its trace. */
export function traceOfLine(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}
