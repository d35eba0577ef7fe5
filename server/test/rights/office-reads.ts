import type { Endpoint } from '@portal/contract/endpoint';
import * as auditCalls from '@portal/contract/office/audit';
import * as catalogueCalls from '@portal/contract/office/catalogue';
import * as issuingCalls from '@portal/contract/office/certificate-issuing';
import { signerList } from '@portal/contract/office/certificate-layouts';
import * as registerCalls from '@portal/contract/office/certificate-register';
import * as classCalls from '@portal/contract/office/classes';
import * as correspondenceCalls from '@portal/contract/office/correspondence';
import * as documentCalls from '@portal/contract/office/documents';
import * as enrolmentCalls from '@portal/contract/office/enrolment';
import { officeGroupCertificates } from '@portal/contract/office/group-certificates';
import * as groupCalls from '@portal/contract/office/groups';
import * as importCalls from '@portal/contract/office/imports';
import * as incidentCalls from '@portal/contract/office/incidents';
import { organizationList } from '@portal/contract/office/organizations';
import * as paymentCalls from '@portal/contract/office/payment';
import * as peopleCalls from '@portal/contract/office/people';
import * as mergeCalls from '@portal/contract/office/person-merges';
import * as twinCalls from '@portal/contract/office/person-twins';
import * as privacyCalls from '@portal/contract/office/privacy';
import * as renewalCalls from '@portal/contract/office/renewals';
import { exportReport, reportTable } from '@portal/contract/office/report-tables';
import * as reportCalls from '@portal/contract/office/reports';
import { search } from '@portal/contract/office/reports';
import * as staffCalls from '@portal/contract/office/staff';
import * as statementCalls from '@portal/contract/office/statements';
import * as trainingCalls from '@portal/contract/office/training';
import { taughtClasses } from '@portal/contract/office/training';
import { recordEvent } from '../../src/audit/record-event.ts';
import type { State } from '../../src/enrolment/states.ts';
import { registrationEvents } from '../../src/enrolment/tables.ts';
import { identityChanges } from '../../src/people/tables.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { recordStaffEvent } from '../../src/staff/record-staff-event.ts';
import { NOW } from '../app.ts';
import { buildAttachment, buildBankAccount, buildCourse } from '../factories/catalogue.ts';
import { buildCertificate } from '../factories/certificate.ts';
import { buildDocument } from '../factories/document.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildRegistration } from '../factories/registration.ts';
import {
  answeredInquiry,
  attending,
  bankAccount,
  certificate,
  classAt,
  classForm,
  classOf,
  desk,
  group as groupAt,
  importAt,
  importForm,
  incidentAt,
  member,
  mergeAt,
  next,
  overdue,
  type Place,
  passed,
  personAt,
  privacyRequest,
  refund,
  registered,
  renewal,
  reportPeriod,
  type Sent,
  scoreForm,
  settled,
  signer,
  statementForm,
  trainingClass,
  twinAt,
  unclassedCertificate,
  undelivered,
} from '../office-requests.ts';

/* Requests that only read, or send more fields than those of office-requests.ts, about a new record of an organisation. */

const registration = async (at: Place, state: State = 'pending') => {
  const key = `photos/${next()}`;
  await at.portal.services.files.put(key, Buffer.from('photo'));
  const account = await personAt(at, { photoKey: key });
  const group = await buildGroup(at.portal.db);
  await buildMembership(at.portal.db, { group, account });
  const lesson = await classAt(at);
  const { id } = await buildRegistration(at.portal.db, { class: lesson, account, group, state });
  return {
    id,
    classId: lesson.id,
    code: lesson.code,
    group: group.code,
    account,
    params: { id: String(id) },
  };
};

const filters = async (at: Place) => {
  const { code, group, account } = await registration(at);
  return { class: code, group, account: String(account.id), organization: String(at.organizationId) };
};

const personOf = async (at: Place) => ({ params: { id: String((await registration(at)).account.id) } });

const resultOf = async (at: Place) => ({ params: { id: String((await passed(at)).account.id) } });

const changedIdentity = async (at: Place) => {
  const { id: accountId } = await personAt(at);
  const fileKey = `documents/change-${next()}`;
  await at.portal.services.files.put(fileKey, Buffer.from('%PDF'));
  const [row] = await at.portal.db
    .insert(identityChanges)
    .values({
      ...{ accountId, before: { chineseName: '王舊名' }, after: { chineseName: '王新名' }, reason: '改名' },
      ...{ kind: 'pdf', size: 4, sha256: 'a'.repeat(64), fileKey, changedBy: 'staff:1', changedAt: NOW },
    })
    .returning({ id: identityChanges.id });
  return { person: { id: String(accountId) }, change: { id: String(row?.id) } };
};

const holderOf = async (at: Place) => {
  const account = await personAt(at);
  await buildCertificate(at.portal.db, { account, organizationId: at.organizationId });
  return { params: { id: String(account.id) } };
};

/** A member of the branch, whom the filters find. */
const personFilters = async (at: Place) => {
  const { code, group } = await registration(at);
  return { class: code, group, organization: String(at.organizationId) };
};

const documentOf = async (at: Place) => {
  const { id, account, params } = await registration(at);
  const given = await buildDocument(at.portal.services, { registration: { id, accountId: account.id } });
  return { params: { ...params, document: String(given.id) } };
};

/** An event of staff about a registration. */
const noted = async (at: Place) => {
  const { id, account } = await registration(at);
  const event = { registrationId: id, at: NOW, actor: 'staff:1', action: 'registration.note' } as const;
  await at.portal.db
    .insert(registrationEvents)
    .values({ ...event, fromState: 'pending', toState: 'pending' });
  const organization = String(at.organizationId);
  return { thing: `registration:${id}`, account: String(account.id), organization };
};

const account = async (at: Place) => ({ params: { id: String((await desk(at)).account.id) } });

const openedAttachment = async (at: Place) => {
  const { id } = await classAt(at);
  const attachment = await buildAttachment(at.portal.db, { classId: id });
  await at.portal.services.files.put(attachment.fileKey, Buffer.from('%PDF'));
  return { params: { id: String(id), attachment: String(attachment.id) } };
};

const noFilter = (_made: unknown): Sent => ({});

/** A member with an event in the history. */
const invitedMember = async (at: Place) => {
  const { params } = await member(at);
  const event = { actor: 'system', action: 'staff.invite', staffId: Number(params.id) } as const;
  await inTransaction(at.portal.db, (tx) => recordStaffEvent(tx, event, NOW));
  return { params };
};

const passedClass = async (at: Place) => ({ params: (await passed(at)).params });

const inOrganizationOfPassed = async (at: Place) => {
  await passed(at);
  return { query: { organization: String(at.organizationId) } };
};

const inOrganization = async (at: Place) => ({ query: { organization: String(at.organizationId) } });

/** The filters of the register that find a new certificate. */
const ofClass = async (at: Place) => {
  const { code } = await certificate(at);
  return { organization: String(at.organizationId), class: code };
};

const groupInOrganization = async (at: Place) => {
  await groupAt(at);
  return { query: { organization: String(at.organizationId) } };
};

const groupParams = async (at: Place) => ({ params: (await groupAt(at)).params });

const groupWithHistory = async (at: Place) => {
  const { params } = await groupAt(at);
  const event = { actor: 'system', action: 'group.edit', subject: 'group' } as const;
  await inTransaction(at.portal.db, (tx) => recordEvent(tx, { ...event, subjectId: Number(params.id) }, NOW));
  return { params };
};

/** The class form with everything that belongs to a branch. */
const fullForm = async (at: Place) => {
  const { id } = await buildBankAccount(at.portal.db, { organizationId: at.organizationId });
  return { ...classForm, bankAccountId: id, instructorIds: (at.instructors ?? []).map((each) => each.id) };
};

export const reads: [endpoint: Endpoint, prepare: (at: Place) => Promise<Sent>][] = [
  [issuingCalls.issuingSheet, passedClass],
  [issuingCalls.classesToIssue, inOrganizationOfPassed],
  [registerCalls.certificateList, async (at) => ({ query: await ofClass(at) })],
  [registerCalls.exportCertificates, async (at) => ({ body: { ...(await ofClass(at)), format: 'csv' } })],
  [registerCalls.registerKinds, async () => ({})],
  [
    reportTable,
    async (at) => {
      await registered(at);
      return { query: { ...reportPeriod, by: 'organization', organization: String(at.organizationId) } };
    },
  ],
  [
    exportReport,
    async (at) => {
      await registered(at);
      return { body: { ...reportPeriod, format: 'csv', organization: at.organizationId } };
    },
  ],
  [groupCalls.groupList, groupInOrganization],
  [
    groupCalls.exportGroups,
    async (at) => ({ body: { ...(await groupInOrganization(at)).query, format: 'csv' } }),
  ],
  [groupCalls.officeGroup, groupParams],
  [officeGroupCertificates, groupParams],
  [groupCalls.officeGroupPeople, groupParams],
  [groupCalls.groupHistory, groupWithHistory],
  [registerCalls.certificateDetail, async (at) => ({ params: (await certificate(at)).params })],
  [registerCalls.certificateProof, unclassedCertificate],
  [renewalCalls.answerFile, answeredInquiry],
  [
    privacyCalls.privacyRequests,
    async (at) => {
      await privacyRequest(at);
      return inOrganization(at);
    },
  ],
  [
    incidentCalls.incidentList,
    async (at) => {
      await incidentAt(at);
      return inOrganization(at);
    },
  ],
  [
    incidentCalls.incidentSources,
    async ({ organizationId }) => ({
      body: { organizationId, from: '2026-12-01T00:00', until: '2026-12-01T09:00' },
    }),
  ],
  [incidentCalls.incident, async (at) => ({ params: (await incidentAt(at)).params })],
  [incidentCalls.incidentHistory, async (at) => ({ params: (await incidentAt(at)).params })],
  [incidentCalls.incidentPeople, async (at) => ({ params: (await incidentAt(at)).params })],
  [incidentCalls.incidentLetter, async (at) => ({ params: (await incidentAt(at)).params })],
  [peopleCalls.editedPerson, async (at) => ({ params: { id: `${(await personAt(at)).id}` } })],
  [privacyCalls.privacyRequest, async (at) => ({ params: (await privacyRequest(at)).params })],
  [privacyCalls.previewErasure, async (at) => ({ params: (await privacyRequest(at, 'erasure')).params })],
  [
    privacyCalls.personLooks,
    async (at) => ({ params: { id: String((await privacyRequest(at)).accountId) } }),
  ],
  [privacyCalls.privacyRequestHistory, async (at) => ({ params: (await privacyRequest(at)).params })],
  [registerCalls.certificateHistory, async (at) => ({ params: (await certificate(at)).params })],
  [
    renewalCalls.renewalQueue,
    async (at) => {
      await renewal(at);
      return inOrganization(at);
    },
  ],
  [classCalls.classAttachments, classOf],
  [classCalls.openAttachment, openedAttachment],
  [organizationList, async (at) => noFilter(await bankAccount(at))],
  [catalogueCalls.bankAccountList, async (at) => noFilter(await bankAccount(at))],
  [signerList, async (at) => noFilter(await signer(at))],
  [staffCalls.staffList, async (at) => noFilter(await member(at))],
  [
    trainingCalls.attendancePhoto,
    async (at) => {
      const { id, classId } = await registration(at, 'confirmed');
      return { params: { id: String(classId), registration: String(id) } };
    },
  ],
  [trainingCalls.attendanceSheet, async (at) => ({ params: (await attending(at)).params })],
  [classCalls.callOffEffect, classOf],
  [classCalls.classChoices, inOrganization],
  [classCalls.classFromClass, classOf],
  [
    classCalls.classFromCourse,
    async (at) => {
      const { id } = await buildCourse(at.portal.db);
      return { query: { organization: String(at.organizationId), course: String(id) } };
    },
  ],
  [
    classCalls.classList,
    async (at) => {
      await classAt(at);
      return inOrganization(at);
    },
  ],
  [classCalls.officeClass, classOf],
  [classCalls.classPreview, classOf],
  [reportCalls.classFill, classOf],
  [
    enrolmentCalls.overdueList,
    async (at) => {
      const { code } = await overdue(at);
      return { query: { class: code, organization: String(at.organizationId) } };
    },
  ],
  [
    classCalls.editClass,
    async (at) => {
      const { params, code } = await trainingClass(at);
      return { params, body: { ...(await fullForm(at)), code, version: 0 } };
    },
  ],
  [
    classCalls.createClasses,
    async (at) => {
      const { organizationId, courseId } = await trainingClass(at);
      return { body: { ...(await fullForm(at)), organizationId, courseId, code: `NEW-${next()}` } };
    },
  ],
  [
    classCalls.exportClasses,
    async (at) => {
      await classAt(at);
      return { body: { ...(await inOrganization(at)).query, format: 'csv' } };
    },
  ],
  [
    enrolmentCalls.exportOverdue,
    async (at) => {
      const { code } = await overdue(at);
      return { body: { class: code, organization: String(at.organizationId), format: 'csv' } };
    },
  ],
  [documentCalls.officeDocuments, registered],
  [documentCalls.openDocument, documentOf],
  [
    enrolmentCalls.enrollableClasses,
    async (at) => {
      await classAt(at);
      return inOrganization(at);
    },
  ],
  [enrolmentCalls.moveTargets, (at) => registered(at, 'confirmed')],
  [auditCalls.events, async (at) => ({ query: await noted(at) })],
  [auditCalls.exportEvents, async (at) => ({ body: { ...(await noted(at)), format: 'csv' } })],
  [auditCalls.classHistory, classOf],
  [auditCalls.staffHistory, invitedMember],
  [auditCalls.registrationHistory, registered],
  [correspondenceCalls.mail, undelivered],
  [
    correspondenceCalls.mailList,
    async (at) => {
      const { code, account } = await undelivered(at);
      return { query: { class: code, account, organization: String(at.organizationId) } };
    },
  ],
  [
    correspondenceCalls.exportMails,
    async (at) => {
      const { code, account } = await undelivered(at);
      return { body: { class: code, account, organization: String(at.organizationId), format: 'csv' } };
    },
  ],
  [
    correspondenceCalls.previewMessage,
    async (at) => ({
      params: (await attending(at)).params,
      body: { audience: 'live', subject: '通知', text: '請準時' },
    }),
  ],
  [
    paymentCalls.paymentList,
    async (at) => {
      await settled(at);
      return inOrganization(at);
    },
  ],
  [
    paymentCalls.exportPayments,
    async (at) => {
      await settled(at);
      return { body: { ...(await inOrganization(at)).query, format: 'csv' } };
    },
  ],
  [
    paymentCalls.findPayables,
    async (at) => {
      const { account, person } = await desk(at);
      return { body: { accountId: account.id, search: person.chineseName } };
    },
  ],
  [
    paymentCalls.refundList,
    async (at) => {
      await refund(at, {});
      return inOrganization(at);
    },
  ],
  [
    paymentCalls.exportRefunds,
    async (at) => {
      await refund(at, {});
      return { body: { organization: String(at.organizationId), format: 'csv' } };
    },
  ],
  [peopleCalls.personDetail, personOf],
  [peopleCalls.personPhoto, personOf],
  // Somebody of the branch needs no purpose: office-events.test.ts has a stranger.
  [peopleCalls.namePurpose, async (at) => ({ ...(await personOf(at)), body: { purpose: '來電查詢' } })],
  [peopleCalls.personLedger, personOf],
  [peopleCalls.personResults, resultOf],
  [peopleCalls.personCertificates, holderOf],
  [peopleCalls.personGroups, personOf],
  [peopleCalls.personHistory, personOf],
  [peopleCalls.identityChanges, async (at) => ({ params: (await changedIdentity(at)).person })],
  [
    twinCalls.twinList,
    async (at) => {
      await twinAt(at);
      return { query: { organization: String(at.organizationId) } };
    },
  ],
  [mergeCalls.personMerges, async (at) => ({ params: { id: String((await mergeAt(at)).survivor.id) } })],
  [
    mergeCalls.previewMerge,
    async (at) => ({
      params: { id: String((await personAt(at)).id), removed: String((await personAt(at)).id) },
    }),
  ],
  [peopleCalls.identityProof, async (at) => ({ params: (await changedIdentity(at)).change })],
  [peopleCalls.personList, async (at) => ({ query: await personFilters(at) })],
  [peopleCalls.exportPeople, async (at) => ({ body: { ...(await personFilters(at)), format: 'csv' } })],
  [
    peopleCalls.findPeople,
    async (at) => {
      const { account: person } = await registration(at);
      return { body: { q: person.chineseName, organization: String(at.organizationId) } };
    },
  ],
  [peopleCalls.openPeople, async (at) => ({ body: { ids: [(await registration(at)).account.id] } })],
  [enrolmentCalls.registrationList, async (at) => ({ query: await filters(at) })],
  [enrolmentCalls.exportRegistrations, async (at) => ({ body: { ...(await filters(at)), format: 'csv' } })],
  [trainingCalls.scoreSheet, async (at) => ({ params: (await attending(at)).params })],
  [
    enrolmentCalls.reviewQueue,
    async (at) => {
      const { account: _, ...query } = await filters(at);
      return { query };
    },
  ],
  [
    enrolmentCalls.reviewFilters,
    async (at) => {
      await registration(at);
      return inOrganization(at);
    },
  ],
  [enrolmentCalls.registrationDetail, registered],
  [enrolmentCalls.registrationPhoto, async (at) => ({ params: (await registration(at)).params })],
  [
    trainingCalls.previewScores,
    async (at) => {
      const { fields: _, ...sent } = await scoreForm(at);
      return sent;
    },
  ],
  [
    search,
    async (at) => {
      const { account: person } = await registration(at);
      return { body: { q: person.chineseName, organization: String(at.organizationId) } };
    },
  ],
  [
    statementCalls.statementAccounts,
    async (at) => {
      await account(at);
      return inOrganization(at);
    },
  ],
  [statementCalls.previewStatement, statementForm],
  [importCalls.imports, importAt],
  [importCalls.importDetail, importAt],
  [importCalls.previewImport, importForm],
  [importCalls.importTemplate, async () => ({ body: { kind: 'people', example: true } })],
  [statementCalls.statementMatches, account],
  [statementCalls.daySheet, account],
  [
    taughtClasses,
    async (at) => {
      await attending(at);
      return inOrganization(at);
    },
  ],
  [
    reportCalls.waitingWork,
    async (at) => {
      await registered(at);
      await undelivered(at);
      return inOrganization(at);
    },
  ],
  [
    reportCalls.upcomingClasses,
    async (at) => {
      await classAt(at, { startTime: new Date(NOW.getTime() + 86_400_000) });
      return inOrganization(at);
    },
  ],
  [
    reportCalls.classTasks,
    async (at) => {
      await classAt(at, { startTime: new Date(NOW.getTime() + 86_400_000), publishedAt: null });
      return inOrganization(at);
    },
  ],
  [
    reportCalls.charts,
    async (at) => {
      await registered(at);
      return inOrganization(at);
    },
  ],
];
