import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { MailPart } from './correspondence.ts';
import { StartedJob } from './jobs.ts';
import { ExportedFile, InOrganization, listAnswer, listQuery, wordFilter } from './list.ts';
import { requiredMoment } from './moment.ts';

/* 個資事件: data of people that got into wrong hands, whom it concerns, and the letter to them (個人資料保護法 §12). */

export const incidentStates = ['open', 'notified', 'closed'] as const;
export type IncidentState = (typeof incidentStates)[number];

const IncidentRow = z.object({
  id: z.int(),
  state: z.enum(incidentStates),
  title: z.string(),
  /** Null: the whole association's. */
  organization: z.nullable(z.string()),
  from: z.string(),
  until: z.string(),
  people: z.int(),
  createdAt: z.string(),
});
export type IncidentRow = z.infer<typeof IncidentRow>;

const access = 'privacy.handle';

export const incidentList = endpoint({
  method: 'GET',
  path: '/api/office/privacy/incidents',
  access,
  summary: '個資事件：未結案者在前，新的在前',
  query: listQuery({
    filters: { state: wordFilter(incidentStates), ...InOrganization },
    sorts: ['waiting'],
    sort: 'waiting',
  }),
  answer: listAnswer(IncidentRow),
  refusals: [],
});

/* Where people were looked at or handed out, to choose from. */

export const SOURCES_SHOWN = 200;

const Session = z.object({
  session: z.int(),
  staffId: z.int(),
  staff: z.string(),
  from: z.string(),
  until: z.string(),
  events: z.int(),
});

const HandedOut = z.object({
  /** The id of the event. */
  id: z.int(),
  at: z.string(),
  staff: z.string(),
  name: z.string(),
});

export const IncidentSources = z.object({
  staff: z.array(z.object({ id: z.int(), name: z.string() })),
  sessions: z.array(Session),
  files: z.array(HandedOut),
});
export type IncidentSources = z.infer<typeof IncidentSources>;

const Organization = z._default(
  z.nullable(z.coerce.number({ error: '會別不正確' }).check(z.int(), z.positive())),
  null,
);

export const incidentSources = endpoint({
  method: 'POST',
  path: '/api/office/privacy/incident-sources',
  access,
  summary: `一段時間內查閱或匯出個人資料的人員、登入與檔案，各最多 ${SOURCES_SHOWN} 筆，供圈定個資事件`,
  body: z.object({
    organizationId: Organization,
    from: requiredMoment('起始時間'),
    until: requiredMoment('結束時間'),
  }),
  answer: IncidentSources,
  refusals: ['forbidden', 'incident_time'],
});

/* One incident. */

export const INCIDENT_TITLE_MAX = 100;
export const INCIDENT_TEXT_MAX = 1000;

const longText = (label: string) => optionalText({ label, max: INCIDENT_TEXT_MAX, lines: true });
const source = z._default(
  z.nullable(z.int({ error: '選項不正確' }).check(z.positive({ error: '選項不正確' }))),
  null,
);

const incidentFields = {
  title: text({ label: '事件名稱', max: INCIDENT_TITLE_MAX }),
  from: requiredMoment('起始時間'),
  until: requiredMoment('結束時間'),
  /** All that are given must fit. */
  staffId: source,
  session: source,
  /** The event by which a file was handed out. */
  fileId: source,
  /** What happened. */
  facts: text({ label: '事件經過', max: INCIDENT_TEXT_MAX, lines: true }),
  /** The kinds of data. */
  data: longText('受影響的資料'),
  measures: longText('已採取的措施'),
  contact: longText('聯絡窗口'),
};

export const NewIncident = z.object({ organizationId: Organization, ...incidentFields });
export type NewIncident = z.output<typeof NewIncident>;

export const IncidentEdit = z.object({ ...incidentFields, version: seenVersion });
export type IncidentEdit = z.output<typeof IncidentEdit>;

const Incident = z.extend(IncidentRow, {
  version: z.int(),
  organizationId: z.nullable(z.int()),
  staff: z.nullable(z.object({ id: z.int(), name: z.string() })),
  session: z.nullable(z.int()),
  file: z.nullable(HandedOut),
  facts: z.string(),
  data: z.nullable(z.string()),
  measures: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  /** People with a confirmed mailbox who were not mailed yet. */
  toMail: z.int(),
  mailed: z.int(),
  /** People without a confirmed mailbox. */
  onPaper: z.int(),
  /** The job that mails, as long as it is kept. */
  jobId: z.nullable(z.int()),
  notifiedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closingNote: z.nullable(z.string()),
  can: z.object({ edit: z.boolean(), notify: z.boolean(), close: z.boolean() }),
});
export type Incident = z.infer<typeof Incident>;

const params = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const one = { access, params } as const;
const path = '/api/office/privacy/incidents/:id';

export const incident = endpoint({
  ...one,
  method: 'GET',
  path,
  summary: '一件個資事件',
  answer: Incident,
  refusals: ['not_found'],
});

export const incidentHistory = endpoint({
  ...one,
  method: 'GET',
  path: `${path}/history`,
  summary: '一件個資事件的歷程',
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

const scopeFaults = ['incident_time', 'incident_source_unknown'] as const;

export const createIncident = endpoint({
  method: 'POST',
  path: '/api/office/privacy/incidents',
  access,
  summary: '建立個資事件，並依人員、登入、時間與檔案找出受影響的學員',
  body: NewIncident,
  idempotencyField: 'form',
  answer: z.object({ id: z.int() }),
  refusals: ['forbidden', ...scopeFaults],
});

export const editIncident = endpoint({
  ...one,
  method: 'POST',
  path,
  summary: '修改個資事件；名單重新產生',
  body: IncidentEdit,
  answer: Incident,
  refusals: ['not_found', 'changed_meanwhile', 'incident_fixed', ...scopeFaults],
});

const IncidentPerson = z.object({
  personId: z.int(),
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  organization: z.nullable(z.string()),
  hasMailbox: z.boolean(),
  /** How often the person was looked at or handed out. */
  events: z.int(),
  lastAt: z.string(),
  mailedAt: z.nullable(z.string()),
});
export type IncidentPerson = z.infer<typeof IncidentPerson>;

const noticeWays = ['mail', 'paper'] as const;

export const incidentPeople = endpoint({
  ...one,
  method: 'GET',
  path: `${path}/people`,
  summary: '個資事件受影響的學員',
  query: listQuery({ filters: { by: wordFilter(noticeWays) }, sorts: ['person'], sort: 'person' }),
  answer: listAnswer(IncidentPerson),
  refusals: ['not_found'],
});

export const exportIncidentPeople = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/people/export`,
  stepUp: true,
  summary: '匯出受影響的學員（XLSX）；沒有已確認信箱者附地址，供寄發書面通知；留下紀錄',
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['not_found', 'exports_busy'],
});

export const incidentLetter = endpoint({
  ...one,
  method: 'GET',
  path: `${path}/letter`,
  summary: '給受影響學員的通知信，以第一位學員為例',
  answer: z.object({ subject: z.string(), parts: z.array(MailPart) }),
  refusals: ['not_found', 'incident_nobody'],
});

export const notifyPeople = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/notify`,
  stepUp: true,
  summary: '寄通知信給有已確認信箱、尚未寄過的受影響學員，每人一次；以背景作業進行',
  body: z.object({ version: seenVersion }),
  idempotencyField: 'form',
  answerStatus: 202,
  answer: StartedJob,
  refusals: [
    'not_found',
    'changed_meanwhile',
    'incident_closed',
    'incident_letter_incomplete',
    'incident_nobody',
  ],
});

export const closeIncident = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/close`,
  summary: '結案，並記下處理結果',
  body: z.object({
    note: text({ label: '處理結果', max: INCIDENT_TEXT_MAX, lines: true }),
    version: seenVersion,
  }),
  answer: Incident,
  refusals: ['not_found', 'changed_meanwhile', 'incident_closed'],
});
