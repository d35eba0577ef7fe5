import compress from '@fastify/compress';
import type { Endpoint } from '@portal/contract/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type TraineeRoutes, traineeGate } from './accounts/gate.ts';
import { traineeReads } from './accounts/reads.ts';
import { accountRoutes } from './accounts/routes.ts';
import { brandingReader } from './branding/find-branding.ts';
import { brandingOfficeRoutes } from './branding/office/routes.ts';
import { bankAccountOfficeRoutes } from './catalogue/office/bank-account-routes.ts';
import { choiceOfficeRoutes } from './catalogue/office/choice-routes.ts';
import { courseOfficeRoutes } from './catalogue/office/course-routes.ts';
import { organizationOfficeRoutes } from './catalogue/office/organization-routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { groupCertificateRoutes } from './certificates/group/routes.ts';
import { groupCertificateOfficeRoutes } from './certificates/office/group-routes.ts';
import { issuingOfficeRoutes } from './certificates/office/issuing-routes.ts';
import { kindOfficeRoutes } from './certificates/office/kind-routes.ts';
import { layoutOfficeRoutes } from './certificates/office/layout-routes.ts';
import { certificatePaperOfficeRoutes } from './certificates/office/paper-routes.ts';
import { registerOfficeRoutes } from './certificates/office/register-routes.ts';
import { reminderOfficeRoutes } from './certificates/office/reminder-routes.ts';
import { renewalOfficeRoutes } from './certificates/office/renewal-routes.ts';
import { certificatePaperRoutes } from './certificates/papers/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { verificationRoutes } from './certificates/verify/routes.ts';
import { attachmentOfficeRoutes } from './classes/office/attachment-routes.ts';
import { classesOfficeRoutes } from './classes/office/routes.ts';
import { bannerOfficeRoutes } from './content/office/banner-routes.ts';
import { introOfficeRoutes } from './content/office/intro-routes.ts';
import { contentPageOfficeRoutes } from './content/office/page-routes.ts';
import { pictureOfficeRoutes } from './content/office/picture-routes.ts';
import { contentRoutes } from './content/routes.ts';
import { letterOfficeRoutes } from './correspondence/office/letter-routes.ts';
import { correspondenceOfficeRoutes } from './correspondence/office/routes.ts';
import { documentOfficeRoutes } from './documents/office/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { enrolmentOfficeRoutes } from './enrolment/office/routes.ts';
import { enrolmentRoutes } from './enrolment/routes.ts';
import { groupOfficeRoutes } from './groups/office/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { importOfficeRoutes } from './imports/office/routes.ts';
import { jobOfficeRoutes } from './jobs/office/routes.ts';
import { paymentOfficeRoutes } from './payment/office/routes.ts';
import { paymentRoutes } from './payment/routes.ts';
import { peopleOfficeRoutes } from './people/office/routes.ts';
import { answerInTurn } from './platform/http/connections.ts';
import { answerBrokenRequest, secureAnswer, secureAnswers } from './platform/http/headers.ts';
import { freeDisk, refuseWritesOnFullDisk, registerHealth } from './platform/http/health.ts';
import {
  answerUrlError,
  createEndpointRegistrar,
  handleErrors,
  JSON_LIMIT,
  keepClientAddresses,
  prepareRequests,
} from './platform/http/http.ts';
import type { Limit } from './platform/http/limit.ts';
import { openApi, openApiPage } from './platform/http/openapi.ts';
import {
  COMPRESSED_FROM_BYTES,
  PreparedAnswer,
  prepareJson,
  quickestBrotli,
  sendPrepared,
} from './platform/http/prepared.ts';
import { limitBodies } from './platform/http/slow-bodies.ts';
import { logAnswers } from './platform/observe/log.ts';
import type { Services } from './platform/services.ts';
import { incidentOfficeRoutes } from './privacy/office/incident-routes.ts';
import { privacyPersonOfficeRoutes } from './privacy/office/person-routes.ts';
import { privacyRequestOfficeRoutes } from './privacy/office/request-routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { classFileOfficeRoutes } from './reports/office/class-file-routes.ts';
import { registrationOfficeRoutes } from './reports/office/registration-routes.ts';
import { reportOfficeRoutes } from './reports/office/report-routes.ts';
import { reportsOfficeRoutes } from './reports/office/routes.ts';
import { pagePolicyOf, portalPolicy } from './site/policies.ts';
import { type ShowPage, serveSite, wantsPage } from './site/routes.ts';
import { serveOfficePages, serveVerifyPage } from './site/single-page.ts';
import { type OfficeRoutes, staffGate } from './staff/gate.ts';
import { staffOfficeRoutes } from './staff/office/routes.ts';
import { staffReads } from './staff/reads.ts';
import { statementOfficeRoutes } from './statements/office/routes.ts';
import { letterSamples } from './timers/letter-samples.ts';
import { letters } from './timers/letters.ts';
import { trainingOfficeRoutes } from './training/office/routes.ts';
import { trainingRoutes } from './training/routes.ts';

const officeRoutes: OfficeRoutes[] = [
  classesOfficeRoutes,
  courseOfficeRoutes,
  bankAccountOfficeRoutes,
  organizationOfficeRoutes,
  choiceOfficeRoutes,
  kindOfficeRoutes,
  brandingOfficeRoutes,
  layoutOfficeRoutes,
  reminderOfficeRoutes,
  enrolmentOfficeRoutes,
  documentOfficeRoutes,
  attachmentOfficeRoutes,
  trainingOfficeRoutes,
  pictureOfficeRoutes,
  contentPageOfficeRoutes,
  bannerOfficeRoutes,
  introOfficeRoutes,
  paymentOfficeRoutes,
  statementOfficeRoutes,
  reportsOfficeRoutes,
  reportOfficeRoutes,
  registrationOfficeRoutes,
  jobOfficeRoutes,
  importOfficeRoutes,
  issuingOfficeRoutes,
  registerOfficeRoutes,
  renewalOfficeRoutes,
  peopleOfficeRoutes,
  privacyRequestOfficeRoutes,
  privacyPersonOfficeRoutes,
  incidentOfficeRoutes,
  groupOfficeRoutes,
  groupCertificateOfficeRoutes,
];

const traineeRoutes: TraineeRoutes[] = [
  accountRoutes,
  catalogueRoutes,
  contentRoutes,
  enrolmentRoutes,
  paymentRoutes,
  groupRoutes,
  trainingRoutes,
  certificateRoutes,
  groupCertificateRoutes,
  verificationRoutes,
  documentRoutes,
  privacyRoutes,
];

/** The milliseconds that a client may take. */
interface Timeouts {
  /** From the connection to the end of the headers. */
  readonly headers: number;
  /** From the headers to the end of the body; an upload may take longer. */
  readonly request: number;
  /** From the connection to the end of any body. */
  readonly upload: number;
  /** Between two requests on one connection. */
  readonly idle: number;
  /** While nothing moves in either direction. */
  readonly stalled: number;
}

const networkTimeouts: Timeouts = {
  headers: 10_000,
  request: 15_000,
  upload: 600_000,
  idle: 5_000,
  stalled: 30_000,
};

interface AppOptions {
  /** Checks every answer against the contract. For tests. */
  checkAnswers?: boolean;
  /** Replaced only in tests. */
  timeouts?: Timeouts;
  /** Replaced only in tests. */
  freeBytes?: () => Promise<number>;
  limitUploads?: Limit;
  /** Registers metrics and traces. */
  watch?: (app: FastifyInstance) => void;
  /** `web/dist` by default. */
  site?: string;
  /** `office/dist` by default. */
  office?: string;
  /** `verify/dist` by default. */
  verify?: string;
  /** A function, because a free port is known only after listening. */
  publicUrl?: () => string;
}

/** In seconds. */
const DOCS_CACHE_SECONDS = 300;

const serveDocs = (app: FastifyInstance, { db, clock }: Services, endpoints: readonly Endpoint[]) => {
  const branding = brandingReader(db);
  const documents = {
    '/api/docs/openapi.json': (site: string) => prepareJson(openApi(endpoints, site), DOCS_CACHE_SECONDS),
    '/api/docs': (site: string) =>
      new PreparedAnswer(
        Buffer.from(openApiPage(endpoints, site)),
        DOCS_CACHE_SECONDS,
        'text/html; charset=utf-8',
      ),
  };
  for (const [address, make] of Object.entries(documents)) {
    // The answer is made once for a name, on the first request, because it takes longer than any other.
    let made: { readonly site: string; readonly answer: PreparedAnswer } | undefined;
    app.get(address, async (request, reply) => {
      const { name: site } = await branding(clock());
      if (made?.site !== site) made = { site, answer: make(site) };
      return sendPrepared(request, reply, made.answer);
    });
  }
};

/** Compresses small answers without a stream, which costs more than the compression. */
const compression = {
  threshold: COMPRESSED_FROM_BYTES,
  syncThreshold: 128 * 1024,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: quickestBrotli,
};

const unused = () => {
  throw new Error('the calls check their inputs and write their answers by the contract');
};

const serverOptions = ({ log, config }: Services, timeouts: Timeouts) => ({
  loggerInstance: log as FastifyBaseLogger,
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: JSON_LIMIT,
  requestTimeout: timeouts.upload,
  connectionTimeout: timeouts.stalled,
  keepAliveTimeout: timeouts.idle,
  // Node looks for connections that are late every 30 seconds unless told otherwise.
  http: {
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.headers / 10,
    requireHostHeader: false,
  },
  return503OnClosing: false,
  trustProxy: config.trustProxy,
  routerOptions: { maxParamLength: 200 },
  // Fastify would load its own, which take memory.
  schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
});

/** They show letters, or write addresses of the portal. */
const writingOfficeRoutes = (publicUrl: () => string) => [
  staffOfficeRoutes({ publicUrl }),
  certificatePaperOfficeRoutes({ publicUrl }),
  correspondenceOfficeRoutes({ letters, publicUrl }),
  letterOfficeRoutes({ samples: letterSamples, publicUrl }),
  classFileOfficeRoutes({ letters }),
];

/** Builds the application. It does not listen yet. */
export const buildApp = async (
  services: Services,
  {
    checkAnswers = false,
    timeouts = networkTimeouts,
    limitUploads,
    watch = () => {},
    freeBytes = () => freeDisk(services.config.dataDir),
    site,
    office,
    verify,
    publicUrl = () => services.config.publicUrl ?? 'http://127.0.0.1',
  }: AppOptions = {},
): Promise<FastifyInstance> => {
  let showMissing: ShowPage | null = null;
  const app = Fastify({
    ...serverOptions(services, timeouts),
    // An unreadable address has no route, so that no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      secureAnswer(request, reply, pagePolicyOf);
      return showMissing && wantsPage(request)
        ? showMissing(request, reply)
        : answerUrlError(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest(portalPolicy),
  });
  // Node would refuse an unknown `Expect`; here it is ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  handleErrors(app);
  limitBodies(app, timeouts.request);
  keepClientAddresses(app);
  answerInTurn(app);
  watch(app);
  secureAnswers(app, pagePolicyOf);
  logAnswers(app);
  refuseWritesOnFullDisk(app, freeBytes);
  await app.register(compress, compression);
  registerHealth(app, services, { stopping: () => stopping, freeBytes });
  prepareRequests(app);
  const calls = { clock: services.clock, checkAnswers, ...(limitUploads && { limitUploads }) };
  const serve = createEndpointRegistrar(app, traineeGate(services.db), {
    ...calls,
    reads: traineeReads(services),
  });
  for (const registerRoutes of [...traineeRoutes, certificatePaperRoutes({ publicUrl })])
    registerRoutes(serve, services, app);
  const serveOffice = createEndpointRegistrar(app, staffGate(services), {
    ...calls,
    reads: staffReads(services),
  });
  for (const registerRoutes of [...officeRoutes, ...writingOfficeRoutes(publicUrl)])
    registerRoutes(serveOffice, services, app);
  serveDocs(app, services, [...serve.endpoints, ...serveOffice.endpoints]);
  await serveOfficePages(app, services, office);
  await serveVerifyPage(app, services, verify);
  showMissing = await serveSite(app, services, {
    publicUrl,
    answerGuest: serve.answerGuest,
    folder: site,
  });
  return app;
};
