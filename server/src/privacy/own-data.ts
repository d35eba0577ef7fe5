import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { findMergedParts } from '../accounts/merging/merged-parts.ts';
import { findShownPerson } from '../accounts/people/shown-person.ts';
import { accounts, knownAddresses, personViews, privacyAcceptances, sessions } from '../accounts/tables.ts';
import { courses, organizations, subjects } from '../catalogue/tables.ts';
import {
  certificateContents,
  certificateProofs,
  certificates,
  importedCertificates,
  renewalInquiries,
  renewalRequests,
} from '../certificates/tables.ts';
import { classes, classSessions } from '../classes/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { mails } from '../mail/tables.ts';
import { allocations, charges, payments, refunds } from '../money/tables.ts';
import { paymentReports } from '../payment/tables.ts';
import { identityChanges } from '../people/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { attendance, scores } from '../training/tables.ts';
import { incidentPeople, incidents, privacyRequests } from './tables.ts';

const classColumns = {
  class: classes.code,
  train: courses.chineseName,
  organization: organizations.name,
  start_time: classes.startTime,
};

const findRegistrations = (db: Executor, accountId: number) =>
  db
    .select({
      id: registrations.id,
      ...classColumns,
      group: groups.name,
      state: registrations.state,
      reason: registrations.reason,
      payment_due: registrations.paymentDue,
      confirm_by: registrations.confirmBy,
      result: registrations.result,
      created_at: registrations.createdAt,
      updated_at: registrations.updatedAt,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(registrations.id));

/** Leaves out the actor, who may be another person. */
const findEvents = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: registrationEvents.registrationId,
      at: registrationEvents.at,
      action: registrationEvents.action,
      from_state: registrationEvents.fromState,
      to_state: registrationEvents.toState,
      note: registrationEvents.note,
    })
    .from(registrationEvents)
    .innerJoin(registrations, eq(registrations.id, registrationEvents.registrationId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(registrationEvents.id));

const findScores = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: scores.registrationId,
      subject: subjects.name,
      score: scores.score,
      recorded_at: scores.recordedAt,
    })
    .from(scores)
    .innerJoin(registrations, eq(registrations.id, scores.registrationId))
    .innerJoin(subjects, eq(subjects.id, scores.subjectId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(scores.registrationId), asc(scores.subjectId));

const findAttendance = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: attendance.registrationId,
      date: classSessions.date,
      from: classSessions.fromTime,
      to: classSessions.toTime,
      state: attendance.state,
      missed_minutes: attendance.missedMinutes,
      checked_in_at: attendance.checkedInAt,
    })
    .from(attendance)
    .innerJoin(registrations, eq(registrations.id, attendance.registrationId))
    .innerJoin(classSessions, eq(classSessions.id, attendance.sessionId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(attendance.registrationId), asc(classSessions.date), asc(classSessions.fromTime));

/** Finds the person's share of payments, which may cover several people. */
const findReceived = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: allocations.registrationId,
      amount: allocations.amount,
      method: payments.method,
      received_on: payments.receivedOn,
      undone: allocations.ended,
    })
    .from(allocations)
    .innerJoin(payments, eq(payments.id, allocations.paymentId))
    .innerJoin(registrations, eq(registrations.id, allocations.registrationId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(payments.id));

const findPayments = (db: Executor, accountId: number) =>
  db
    .select({
      class: classes.code,
      group: groups.name,
      paid_time: paymentReports.paidTime,
      last_five: paymentReports.lastFive,
      paid_money: paymentReports.paidMoney,
      paid_name: paymentReports.paidName,
      created_at: paymentReports.createdAt,
    })
    .from(paymentReports)
    .innerJoin(classes, eq(classes.id, paymentReports.classId))
    .leftJoin(groups, eq(groups.id, paymentReports.groupId))
    .where(eq(paymentReports.reportedBy, accountId))
    .orderBy(asc(paymentReports.id));

const findCharges = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: charges.registrationId,
      kind: charges.kind,
      amount: charges.amount,
      reason: charges.reason,
      created_at: charges.createdAt,
    })
    .from(charges)
    .innerJoin(registrations, eq(registrations.id, charges.registrationId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(charges.id));

const findRefunds = (db: Executor, accountId: number) =>
  db
    .select({
      registration_id: refunds.registrationId,
      amount: refunds.amount,
      state: refunds.state,
      reason: refunds.reason,
      created_at: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(refunds.id));

const findCertificates = (db: Executor, accountId: number) =>
  db
    .select({
      number: certificates.number,
      train: courses.chineseName,
      organization: organizations.name,
      issued_on: certificates.issuedOn,
      years: certificates.years,
      end_time: certificates.endTime,
      state: certificates.state,
      end_reason: certificates.endReason,
      proof_reason: certificateProofs.reason,
      content: certificateContents.content,
      imported_number: importedCertificates.number,
    })
    .from(certificates)
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .leftJoin(importedCertificates, eq(importedCertificates.certificateId, certificates.id))
    .leftJoin(certificateProofs, eq(certificateProofs.certificateId, certificates.id))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(organizations, eq(organizations.id, certificates.organizationId))
    .where(eq(certificates.accountId, accountId))
    .orderBy(asc(certificates.id));

const findIdentityChanges = (db: Executor, accountId: number) =>
  db
    .select({
      changed_at: identityChanges.changedAt,
      before: identityChanges.before,
      after: identityChanges.after,
      reason: identityChanges.reason,
    })
    .from(identityChanges)
    .where(eq(identityChanges.accountId, accountId))
    .orderBy(asc(identityChanges.id));

export const findProofFiles = (db: Executor, accountId: number) =>
  db
    .select({
      number: certificates.number,
      kind: certificateProofs.kind,
      key: certificateProofs.fileKey,
    })
    .from(certificateProofs)
    .innerJoin(certificates, eq(certificates.id, certificateProofs.certificateId))
    .where(eq(certificates.accountId, accountId))
    .orderBy(asc(certificates.id));

export const findAnswerFiles = (db: Executor, accountId: number) =>
  db
    .select({ id: renewalInquiries.id, kind: renewalInquiries.kind, key: renewalInquiries.fileKey })
    .from(renewalInquiries)
    .innerJoin(renewalRequests, eq(renewalRequests.id, renewalInquiries.requestId))
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(eq(certificates.accountId, accountId))
    .orderBy(asc(renewalInquiries.id));

const findInquiries = (db: Executor, accountId: number) =>
  db
    .select({
      id: renewalInquiries.id,
      certificate: certificates.number,
      text: renewalInquiries.text,
      asked_at: renewalInquiries.askedAt,
      answered_at: renewalInquiries.answeredAt,
      answer: renewalInquiries.answer,
    })
    .from(renewalInquiries)
    .innerJoin(renewalRequests, eq(renewalRequests.id, renewalInquiries.requestId))
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(eq(certificates.accountId, accountId))
    .orderBy(asc(renewalInquiries.id));

const findRenewals = (db: Executor, accountId: number) =>
  db
    .select({
      certificate: certificates.number,
      asked_at: renewalRequests.askedAt,
      front_note: renewalRequests.frontNote,
      backend_note: renewalRequests.backendNote,
      state: renewalRequests.state,
      decided_at: renewalRequests.decidedAt,
    })
    .from(renewalRequests)
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(eq(certificates.accountId, accountId))
    .orderBy(asc(renewalRequests.id));

const findGroups = (db: Executor, accountId: number) =>
  db
    .select({
      code: groups.code,
      name: groups.name,
      role: memberships.role,
      joined_at: memberships.joinedAt,
      left_at: memberships.leftAt,
    })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(eq(memberships.accountId, accountId))
    .orderBy(asc(memberships.id));

/** Leaves out the text of mails, which may name others. */
const findMails = (db: Executor, accountId: number) =>
  db
    .select({
      recipient: mails.recipient,
      template: mails.template,
      state: mails.state,
      created_at: mails.createdAt,
      sent_at: mails.sentAt,
    })
    .from(mails)
    .where(eq(mails.accountId, accountId))
    .orderBy(asc(mails.createdAt));

const findLogins = (db: Executor, accountId: number, now: Date) =>
  db
    .select({
      device: sessions.device,
      network: sessions.network,
      created_at: sessions.createdAt,
      last_used_at: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.createdAt));

const findViews = (db: Executor, accountId: number) =>
  db
    .select({ viewer: accounts.chineseName, what: personViews.what, at: personViews.at })
    .from(personViews)
    .innerJoin(accounts, eq(accounts.id, personViews.viewerId))
    .where(eq(personViews.viewedId, accountId))
    .orderBy(asc(personViews.at));

export const findDocumentFiles = (db: Executor, accountId: number) =>
  db
    .select({
      id: registrationDocuments.id,
      registration_id: registrationDocuments.registrationId,
      name: registrationDocuments.name,
      kind: registrationDocuments.kind,
      size: registrationDocuments.size,
      sha256: registrationDocuments.sha256,
      added_at: registrationDocuments.addedAt,
      key: registrationDocuments.fileKey,
    })
    .from(registrationDocuments)
    .innerJoin(registrations, eq(registrations.id, registrationDocuments.registrationId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(registrationDocuments.id));

const findDocuments = async (db: Executor, accountId: number) =>
  (await findDocumentFiles(db, accountId)).map(({ key: _, ...document }) => document);

/** Finds the incidents that the person was told of. */
const findToldIncidents = (db: Executor, accountId: number) =>
  db
    .select({
      facts: incidents.facts,
      data: incidents.data,
      measures: incidents.measures,
      contact: incidents.contact,
      mailed_at: incidentPeople.mailedAt,
    })
    .from(incidentPeople)
    .innerJoin(incidents, eq(incidents.id, incidentPeople.incidentId))
    .where(and(eq(incidentPeople.accountId, accountId), isNotNull(incidentPeople.mailedAt)))
    .orderBy(asc(incidents.id));

/** Leaves out the hash of the password and the secrets of sessions and links. */
const findDataOf = async (db: Executor, accountId: number, now: Date) => ({
  profile: await findShownPerson(db, accountId),
  privacy_acceptances: await db
    .select({ version: privacyAcceptances.version, accepted_at: privacyAcceptances.acceptedAt })
    .from(privacyAcceptances)
    .where(eq(privacyAcceptances.accountId, accountId)),
  registrations: await findRegistrations(db, accountId),
  registration_events: await findEvents(db, accountId),
  registration_documents: await findDocuments(db, accountId),
  attendance: await findAttendance(db, accountId),
  scores: await findScores(db, accountId),
  payment_reports: await findPayments(db, accountId),
  payments: await findReceived(db, accountId),
  charges: await findCharges(db, accountId),
  refunds: await findRefunds(db, accountId),
  certificates: await findCertificates(db, accountId),
  renewal_requests: await findRenewals(db, accountId),
  renewal_inquiries: await findInquiries(db, accountId),
  identity_changes: await findIdentityChanges(db, accountId),
  groups: await findGroups(db, accountId),
  mails: await findMails(db, accountId),
  sessions: await findLogins(db, accountId, now),
  known_networks: await db
    .select({ network: knownAddresses.address, last_used_at: knownAddresses.lastUsedAt })
    .from(knownAddresses)
    .where(eq(knownAddresses.accountId, accountId)),
  viewed_by: await findViews(db, accountId),
  incidents: await findToldIncidents(db, accountId),
  erasure_requests: await db
    .select({
      kind: privacyRequests.kind,
      state: privacyRequests.state,
      note: privacyRequests.note,
      extended_at: privacyRequests.extendedAt,
      extension_reason: privacyRequests.extensionReason,
      requested_at: privacyRequests.requestedAt,
      closed_at: privacyRequests.closedAt,
      reason: privacyRequests.reason,
    })
    .from(privacyRequests)
    .where(eq(privacyRequests.accountId, accountId))
    .orderBy(asc(privacyRequests.id)),
});

type OwnData = Awaited<ReturnType<typeof findDataOf>>;

/** Finds the person's data, with what is left of each account that was merged into theirs. */
export const findOwnData = async (
  db: Executor,
  accountId: number,
  now: Date,
): Promise<OwnData & { readonly merged_accounts: OwnData[] }> => {
  const merged: OwnData[] = [];
  for (const id of await findMergedParts(db, accountId)) merged.push(await findDataOf(db, id, now));
  return { ...(await findDataOf(db, accountId, now)), merged_accounts: merged };
};
