import { today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import type { CertificateContent } from '../content.ts';
import { findLayout, findSigner } from '../layouts/layout-queries.ts';
import { areValidDates } from '../rules.ts';
import { certificates } from '../tables.ts';
import type { Holder } from './holder.ts';
import { insertContents } from './insert-contents.ts';
import { newNumber } from './new-number.ts';
import { type NewHolder, type PreparedHolders, prepareHolders } from './prepare-holders.ts';
import { takeRegisterNumbers } from './register-number.ts';

const findPlace = async (tx: Tx, organizationId: number, courseId: number) => {
  const [found] = await tx
    .select({
      organization: { id: organizations.id, name: organizations.name },
      course: { code: courses.code, name: courses.chineseName, hours: courses.hours },
      kind: {
        id: certificateKinds.id,
        name: certificateKinds.name,
        registerPattern: certificateKinds.registerPattern,
      },
    })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(eq(courses.id, courseId));
  if (!found) throw new Refusal('certificate_kind');
  const { id: layoutId, layout } = await findLayout(tx, found.kind.id);
  return { ...found, layoutId, signer: await findSigner(tx, layout, organizationId) };
};
type Place = Awaited<ReturnType<typeof findPlace>>;

interface Terms {
  readonly organizationId: number;
  readonly courseId: number;
  /** All days are days in Taipei. */
  readonly issuedOn: string;
  readonly endTime: string;
  readonly years: number;
  readonly training: Pick<CertificateContent, 'classCode' | 'hours' | 'firstDay' | 'lastDay'>;
}

export type NewCertificates = Terms & { readonly holders: readonly NewHolder[] };

export interface Issued {
  readonly id: number;
  readonly number: string;
}

export type Outcome = Issued | Refusal;

const insertRows = async (
  tx: Tx,
  { organizationId, courseId, issuedOn, years, endTime }: Terms,
  { kind, course }: Place,
  { ready, state }: PreparedHolders,
  now: Date,
) => {
  const rows = ready.map((each) => ({
    ...{ number: newNumber(course.code, issuedOn), accountId: each.holder.accountId },
    ...{ organizationId, courseId, registrationId: each.registrationId, issuedOn, years, endTime },
  }));
  const inserted = await tx
    .insert(certificates)
    .values(
      rows.map((row, at) => {
        const lapsed = ready[at] && state(ready[at]) === 'lapsed';
        const ended = { state: lapsed ? 'lapsed' : 'valid', endedAt: lapsed ? now : null } as const;
        return { ...row, ...ended, kindId: kind.id, createdAt: now };
      }),
    )
    .returning({ id: certificates.id, number: certificates.number });
  const ids = new Map(inserted.map(({ id, number }) => [number, id]));
  return rows.map((row) => {
    const id = ids.get(row.number);
    if (id === undefined) throw new Error('the certificate was not inserted');
    return { ...row, id };
  });
};
type InsertedRow = Awaited<ReturnType<typeof insertRows>>[number];

const contentOf = (
  { issuedOn, endTime, training }: Terms,
  { kind, course, organization, signer }: Place,
  { accountId: _, ...person }: Holder,
  numbers: Pick<CertificateContent, 'number' | 'registerNumber'>,
): CertificateContent => ({
  ...person,
  ...training,
  ...numbers,
  kind: kind.name,
  course: course.name,
  issuedOn,
  validUntil: endTime,
  maskedIdentity: maskIdentity(person.identity),
  organization: organization.name,
  signer: signer && { name: signer.name, title: signer.title, sealId: signer.sealId },
});

const eventOf = ({ id, number, ...values }: InsertedRow, registerNumber: string, actor: Staff) => ({
  ...({ actor, action: 'certificate.issue', subject: 'certificate', subjectId: id } as const),
  after: { ...values, certificateNumber: number, registerNumber },
});

/** Takes the next register numbers and freezes the contents. */
const issueTo = async (
  tx: Tx,
  wanted: NewCertificates,
  place: Place,
  prepared: PreparedHolders,
  { actor, now }: Context<Staff>,
): Promise<InsertedRow[]> => {
  const { organization, kind, layoutId } = place;
  const year = Number(wanted.issuedOn.slice(0, 4));
  const numbers = await takeRegisterNumbers(tx, { organization, kind, year }, prepared.ready.length);
  const rows = await insertRows(tx, wanted, place, prepared, now);
  const numbered = numbers.flatMap(({ serial, registerNumber }, at) => {
    const [row, each] = [rows[at], prepared.ready[at]];
    if (!row || !each) return [];
    const content = contentOf(wanted, place, each.holder, { number: row.number, registerNumber });
    return [{ row, serial, registerNumber, content }];
  });
  await insertContents(
    tx,
    numbered.map(({ row: { id: certificateId }, serial, registerNumber, content }) => ({
      ...{ certificateId, organizationId: organization.id, kindId: kind.id, year, serial },
      ...{ registerNumber, layoutId, content },
    })),
  );
  const events = numbered.map(({ row, registerNumber }) => eventOf(row, registerNumber, actor));
  await recordEvents(tx, events, now);
  return rows;
};

/** Issues certificates on the same terms, in the order of their holders. Returns the outcome for each account. */
export const insertCertificates = async (
  tx: Tx,
  wanted: NewCertificates,
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, Outcome>> => {
  const { organizationId, courseId, issuedOn, endTime } = wanted;
  if (!areValidDates({ issuedOn, endTime }, today(now))) throw new Refusal('certificate_dates');
  const place = await findPlace(tx, organizationId, courseId);
  const prepared = await prepareHolders(tx, wanted.holders, { kindId: place.kind.id, endTime }, now);
  const rows = prepared.ready.length === 0 ? [] : await issueTo(tx, wanted, place, prepared, { actor, now });
  const issued = rows.map(({ accountId, id, number }) => [accountId, { id, number }] as const);
  return new Map<number, Outcome>([...prepared.refused, ...issued]);
};
