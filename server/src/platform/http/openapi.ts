import type { Access, Endpoint } from '@portal/contract/endpoint';
import { type RefusalCode, refusals } from '@portal/contract/errors';
import { escapeHtml } from '@portal/contract/primitives';
import type { RefusalMeaning } from '@portal/contract/refusals/meaning';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

const schema = (type: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const parameters = (type: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] => {
  if (!type) return [];
  const { properties = {}, required = [] } = schema(type, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
};

const requestBody = ({ body, multipart }: Endpoint): Json => {
  if (!body) return {};
  const of = schema(body, 'input');
  if (!multipart) return { requestBody: { required: true, content: { 'application/json': { schema: of } } } };
  const properties = { ...(of.properties as Json), file: { type: 'string', format: 'binary' } };
  return {
    requestBody: { required: true, content: { 'multipart/form-data': { schema: { ...of, properties } } } },
  };
};

const refusalSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const always = ['broken_request', 'invalid', 'internal', 'unavailable'] as const;

const refusedByGate = ({ access, method, stepUp, allowsExpiredSession }: Endpoint): RefusalCode[] => {
  if (access === 'trainee') return ['session_ended', 'profile_incomplete'];
  if (access === 'public' || access === 'session') return allowsExpiredSession ? [] : ['session_ended'];
  return [
    ...(method === 'GET' ? [] : (['cross_site'] as const)),
    ...(access === 'office.guest' ? [] : (['session_ended'] as const)),
    ...(access.startsWith('office.') ? [] : (['second_factor_due', 'second_factor_missing'] as const)),
    ...(access.startsWith('office') ? [] : (['forbidden'] as const)),
    ...(stepUp ? (['step_up_required'] as const) : []),
  ];
};

const refusalsOf = (endpoint: Endpoint): Map<number, string[]> => {
  const codes = [
    ...endpoint.refusals,
    ...always,
    ...refusedByGate(endpoint),
    ...(endpoint.idempotencyField ? (['in_flight', 'key_reused'] as const) : []),
  ];
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, text }: RefusalMeaning = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), text]);
  }
  return byStatus;
};

const success = ({ answer, answerType }: Endpoint): Json =>
  answerType ? { [answerType]: {} } : { 'application/json': { schema: schema(answer, 'output') } };

const responses = (endpoint: Endpoint): Json => ({
  [endpoint.answerStatus ?? 200]: { description: 'OK', content: success(endpoint) },
  ...Object.fromEntries(
    [...refusalsOf(endpoint)].map(([status, texts]) => [
      status,
      { description: texts.join('／'), content: { 'application/json': { schema: refusalSchema } } },
    ]),
  ),
});

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
};

const securityOf = ({ access }: Endpoint): Json[] => {
  if (access === 'office.guest') return [];
  if (!isTraineeAccess(access)) return [{ office: [] }];
  return access === 'public' ? [{}, { token: [] }] : [{ token: [] }];
};

const isTraineeAccess = (access: Access): boolean =>
  access === 'public' || access === 'session' || access === 'trainee';

const operation = (endpoint: Endpoint): Json => ({
  tags: [isTraineeAccess(endpoint.access) ? '學員' : '後台'],
  summary: endpoint.summary,
  parameters: [
    ...parameters(endpoint.params, 'path'),
    ...parameters(endpoint.query, 'query'),
    ...(endpoint.idempotencyField ? [idempotencyHeader] : []),
  ],
  ...requestBody(endpoint),
  responses: responses(endpoint),
  security: securityOf(endpoint),
});

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** `site`: its name. */
export const openApi = (endpoints: readonly Endpoint[], site: string): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = templated(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site} API`, version: '1.0.0' },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        office: { type: 'apiKey', in: 'cookie', name: '__Host-office' },
      },
    },
    paths,
  };
};

const accessNames: Partial<Record<Access, string>> = {
  public: '任何人',
  session: '已登入',
  trainee: '已登入且個人資料完整',
  'office.guest': '任何人',
  'office.pending': '後台人員，雙重驗證前亦可',
  office: '後台人員',
};

const section = (endpoint: Endpoint): string => {
  const refused = [...refusalsOf(endpoint)].map(
    ([status, texts]) => `<li><strong>${status}</strong> ${texts.map(escapeHtml).join('／')}</li>`,
  );
  const part = (title: string, of: Json | null) =>
    of ? `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(of, null, 2))}</pre>` : '';
  return `<section>
<h2><code>${endpoint.method} ${escapeHtml(templated(endpoint.path))}</code></h2>
<p>${escapeHtml(endpoint.summary)}（${accessNames[endpoint.access] ?? `後台人員，權限 ${endpoint.access}`}）</p>
${part('查詢參數', endpoint.query ? schema(endpoint.query, 'input') : null)}
${part(endpoint.multipart ? '內容（multipart/form-data，照片在 file）' : '內容（JSON）', endpoint.body ? schema(endpoint.body, 'input') : null)}
${part('回應', schema(endpoint.answer, 'output'))}
<h3>拒絕</h3><ul>${refused.join('')}</ul>
</section>`;
};

export const openApiPage = (endpoints: readonly Endpoint[], site: string): string => `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><title>API｜${escapeHtml(site)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"></head>
<body><main><h1>${escapeHtml(site)} API</h1>
<p>機器可讀的版本：<a href="/api/docs/openapi.json">OpenAPI 3.1（JSON）</a></p>
${endpoints.map(section).join('\n')}
</main></body></html>
`;
