import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { certificateKinds } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { certificateLayouts, certificateReminderSettings, certificateSigners } from '../tables.ts';
import { defaultLayout } from './default-layout.ts';

type LayoutRow = typeof certificateLayouts.$inferSelect;

interface FoundLayout {
  /** Null: the built-in layout. */
  readonly id: number | null;
  /** 0: the built-in layout. */
  readonly number: number;
  readonly layout: LayoutForm;
}

const builtIn: FoundLayout = { id: null, number: 0, layout: defaultLayout };

export const layoutOf = ({ texts, ...row }: LayoutRow): LayoutForm => ({
  ...{ paper: row.paper, hasCard: row.hasCard, languages: row.languages, calendars: row.calendars },
  ...texts,
  ...{ logoId: row.logoId, backgroundId: row.backgroundId, signerId: row.signerId },
});

const foundOf = (row: LayoutRow): FoundLayout => ({ id: row.id, number: row.number, layout: layoutOf(row) });

/** The newest first. */
export const findVersions = (db: Executor, kindId: number): Promise<LayoutRow[]> =>
  db
    .select()
    .from(certificateLayouts)
    .where(eq(certificateLayouts.certificateKindId, kindId))
    .orderBy(desc(certificateLayouts.number));

/** The layout in which certificates of the kind are issued now. */
export const findLayout = async (db: Executor, kindId: number): Promise<FoundLayout> => {
  const [row] = await db
    .select()
    .from(certificateLayouts)
    .where(eq(certificateLayouts.certificateKindId, kindId))
    .orderBy(desc(certificateLayouts.number))
    .limit(1);
  return row ? foundOf(row) : builtIn;
};

/** The layout that an issued certificate names. */
export const findIssuedLayout = async (db: Executor, id: number | null): Promise<FoundLayout> => {
  if (id === null) return builtIn;
  const [row] = await db.select().from(certificateLayouts).where(eq(certificateLayouts.id, id));
  if (!row) throw new Error(`there is no layout ${id}`);
  return foundOf(row);
};

interface Signer {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly sealId: number | null;
}

const signerColumns = {
  id: certificateSigners.id,
  name: certificateSigners.name,
  title: certificateSigners.title,
  sealId: certificateSigners.sealId,
};

/**
 * The signer of the layout while active, else the first active one of the issuing organisation, else the first of the whole
 * association.
 */
export const findSigner = async (
  db: Executor,
  { signerId }: Pick<LayoutForm, 'signerId'>,
  organizationId: number,
): Promise<Signer | null> => {
  const { organizationId: of } = certificateSigners;
  const isChosen = eq(certificateSigners.id, signerId ?? 0);
  const [found] = await db
    .select(signerColumns)
    .from(certificateSigners)
    .where(and(isNull(certificateSigners.closedAt), or(isChosen, eq(of, organizationId), isNull(of))))
    .orderBy(desc(isChosen), sql`${of} is null`, asc(certificateSigners.id))
    .limit(1);
  return found ?? null;
};

export interface Kind {
  readonly id: number;
  readonly name: string;
}

/** Throws `not_found`. */
export const findCertificateKind = async (db: Executor, id: number): Promise<Kind> => {
  const [found] = await db
    .select({ id: certificateKinds.id, name: certificateKinds.name })
    .from(certificateKinds)
    .where(eq(certificateKinds.id, id));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** The newest version of each kind, in the order of the kinds. */
export const findLayoutRows = async (db: Executor) => {
  const newest = db
    .selectDistinctOn([certificateLayouts.certificateKindId])
    .from(certificateLayouts)
    .orderBy(certificateLayouts.certificateKindId, desc(certificateLayouts.number))
    .as('newest');
  return db
    .select({
      kind: {
        ...{ id: certificateKinds.id, name: certificateKinds.name },
        ...{ type: certificateKinds.type, years: certificateKinds.years },
      },
      number: newest.number,
      paper: newest.paper,
      hasCard: newest.hasCard,
      createdAt: newest.createdAt,
      reminderDays: certificateReminderSettings.days,
    })
    .from(certificateKinds)
    .leftJoin(newest, eq(newest.certificateKindId, certificateKinds.id))
    .leftJoin(certificateReminderSettings, eq(certificateReminderSettings.kindId, certificateKinds.id))
    .orderBy(asc(certificateKinds.id));
};
