import * as catalogue from '@portal/contract/catalogue';
import * as certificates from '@portal/contract/certificates';
import { addDays, addYears, today } from '@portal/contract/dates';
import * as enrolment from '@portal/contract/enrolment';
import * as groupCalls from '@portal/contract/groups';
import * as payment from '@portal/contract/payment';
import * as training from '@portal/contract/training';
import { eq, inArray } from 'drizzle-orm';
import { AGE_LIMIT } from '../../src/accounts/sign-in/sessions.ts';
import { sessions } from '../../src/accounts/tables.ts';
import { subjects } from '../../src/catalogue/tables.ts';
import { correctCertificate } from '../../src/certificates/issue/correct-certificate.ts';
import { issueCertificate } from '../../src/certificates/issue/issue-certificate.ts';
import { revokeCertificate } from '../../src/certificates/issue/revoke-certificate.ts';
import { approveRenewal } from '../../src/certificates/renewal/approve-renewal.ts';
import { rejectRenewal } from '../../src/certificates/renewal/reject-renewal.ts';
import { classes as classTable } from '../../src/classes/tables.ts';
import { cancelByStaff } from '../../src/enrolment/on-behalf/cancel-by-staff.ts';
import { enrolByStaff } from '../../src/enrolment/on-behalf/enrol-by-staff.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../../src/enrolment/review/reject-registration.ts';
import { reopenRegistration } from '../../src/enrolment/review/reopen-registration.ts';
import { moveRegistration } from '../../src/enrolment/seats/move-registration.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import { inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal, refusalText } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { recordResult } from '../../src/training/results/record-result.ts';
import { openTestPortal, type RefusalTexts, type TestPortal, type TestServer } from '../app.ts';
import { buildAccount, logIn, PASSWORD } from '../factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../factories/catalogue.ts';
import { buildCertificate } from '../factories/certificate.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { decidingStaff } from '../factories/staff.ts';
import { type Facts, type Named, type Names, nameClasses, readFacts } from './facts.ts';
import type { Screens } from './screens.ts';
import { type CertificateKey, LISTS, REOPENED_BECAUSE, type Reviewers, type Step } from './steps.ts';
import {
  BEGINNING,
  CERTIFICATES,
  type Class,
  classes,
  GROUPS,
  type Group,
  groups,
  type Kind,
  MEMBERS,
  PAID,
  PEOPLE,
  type Person,
  people,
  trainingClass,
  YEARS,
} from './world.ts';

/** The same for every world of a portal. */
interface Ground {
  readonly staff: Named<Reviewers, Staff>;
  readonly organizationId: number;
  readonly items: Named<Kind, number>;
  readonly subjectId: number;
}

/** Two servers on one database. */
export interface Portal {
  readonly first: TestPortal;
  readonly servers: readonly [TestServer, TestServer];
  readonly ground: Ground;
}

export const openPortal = async (): Promise<Portal> => {
  const first = await openTestPortal();
  const { db } = first;
  const [ours, others] = [
    await buildOrganization(db),
    await buildOrganization(db, { code: 'KHH', name: '高雄市分會' }),
  ];
  const item = await buildCourse(db);
  const coach = await buildCourse(db, {
    code: 'FAI',
    chineseName: '急救教練訓練',
    type: 'coach',
    years: YEARS,
  });
  const ordinary = await buildCourse(db, { code: 'FA1', chineseName: '初級急救員訓練', years: YEARS });
  const [subject] = await db.select().from(subjects).where(eq(subjects.courseId, item.id)).limit(1);
  const ground: Ground = {
    staff: {
      ours: decidingStaff(ours.id),
      others: decidingStaff(others.id, 2),
    },
    organizationId: ours.id,
    items: { coach: coach.id, ordinary: ordinary.id },
    subjectId: subject?.id ?? 0,
  };
  return { first, servers: [first, await first.beside()], ground };
};

const named = async <Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => Promise<T>,
): Promise<Record<Name, T>> => {
  const made: Partial<Record<Name, T>> = {};
  for (const name of names) made[name] = await make(name);
  return made as Record<Name, T>;
};

const moment = (time: number | null): Date | null => (time === null ? null : new Date(time));

const buildTrainingClass = (db: TestPortal['db'], name: Class, made: Names['groups']) => {
  const { seats, fee, reservedFor, opens, closes, starts } = trainingClass(name);
  return buildClass(db, {
    limitNumber: seats,
    fee,
    personalAllow: reservedFor === null,
    groupId: reservedFor && made[reservedFor].id,
    applyFrom: moment(opens),
    applyUntil: moment(closes),
    startTime: new Date(starts),
  });
};

/** The answer: `done` or the refusal's text. Anything else is a fault. */
const heard = ({ status, refusal }: { status: number; refusal: RefusalTexts }): string => {
  if (status === 200) return 'done';
  if (status >= 500) throw new Error(`the portal answered ${status}`);
  return Object.values(refusal.errors ?? {})[0]?.[0] ?? refusal.message;
};

/** The people, groups, classes and certificates of one run. Each run creates new ones. */
export class World {
  readonly #portal: Portal;
  readonly names: Names;
  #facts: Facts | undefined;

  private constructor(portal: Portal, names: Names) {
    this.#portal = portal;
    this.names = names;
  }

  static async begin(portal: Portal): Promise<World> {
    const { db, clock } = portal.first;
    clock.now = new Date(BEGINNING);
    const accounts = await named(people, async (name) => {
      const account = await buildAccount(db, { chineseName: PEOPLE[name] });
      return { id: account.id, idNumber: account.idNumber ?? '', token: await logIn(db, account) };
    });
    // If there are several groups, the first by code is selected; the codes follow the model's order.
    const made = await named(groups, (name) =>
      buildGroup(db, { name: GROUPS[name], code: `${name}-${accounts.mei.id}` }),
    );
    for (const group of groups)
      for (const [who, role] of Object.entries(MEMBERS[group]))
        await buildMembership(db, { group: made[group], account: accounts[who as Person], role });
    const trainingClasses = await named(classes, (name) => buildTrainingClass(db, name, made));
    for (const { of, kind, end } of CERTIFICATES)
      await buildCertificate(db, { account: accounts[of], kind, endTime: end, years: YEARS });
    return new World(portal, { accounts, groups: made, classes: trainingClasses });
  }

  #server(n: 0 | 1): TestServer {
    return this.#portal.servers[n];
  }

  #staff(step: { readonly by: Reviewers }): Staff {
    return this.#portal.ground.staff[step.by];
  }

  #now(): Date {
    return this.#portal.first.clock.now;
  }

  /** Reads the database and remembers ids for the next steps. */
  async ledger(): Promise<Record<string, string[]>> {
    this.#facts = await readFacts(this.#portal.first.db, this.names);
    return this.#facts.ledger;
  }

  /** Takes the step through the n-th server. Returns the outcome. */
  async perform(step: Step, n: 0 | 1): Promise<string> {
    if (step.do === 'clock') return this.#moveClock(step.to);
    try {
      return await this.#attempt(step, n);
    } catch (error) {
      if (error instanceof Refusal) return refusalText(error);
      throw error;
    }
  }

  async #moveClock(to: number): Promise<string> {
    const { clock, db } = this.#portal.first;
    clock.now = new Date(to);
    // A later visit logs in again.
    await db
      .update(sessions)
      .set({ createdAt: clock.now, lastUsedAt: clock.now, expiresAt: new Date(to + AGE_LIMIT) })
      .where(
        inArray(
          sessions.accountId,
          people.map((name) => this.names.accounts[name].id),
        ),
      );
    return 'done';
  }

  async #attempt(step: Exclude<Step, { do: 'clock' }>, n: 0 | 1): Promise<string> {
    const server = this.#server(n);
    if ('who' in step) return heard(await this.#call(step, server));
    await inTransaction(server.db, (tx) => this.#decide(step, tx));
    return 'done';
  }

  /** Steps of trainees. */
  #call(step: Extract<Step, { who: Person }>, { call }: TestServer) {
    const { token } = this.names.accounts[step.who];
    const code = 'class' in step ? this.names.classes[step.class].code : '';
    const group = 'group' in step && step.group ? this.names.groups[step.group].code : undefined;
    switch (step.do) {
      case 'enrol':
        return call(enrolment.enrol, { token, body: { code } });
      case 'cancel':
        return call(enrolment.cancelRegistration, { token, body: { code } });
      case 'report':
        return call(payment.reportPayment, {
          token,
          params: { code },
          ...(group && { query: { group } }),
          body: {
            paid_time: this.#paidTime(step.paid),
            last_five: step.lastFive,
            paid_money: PAID,
            paid_name: PEOPLE[step.who],
          },
        });
      case 'roster': {
        const ticked = LISTS.map((wanted) => {
          const ticks = step.ticks.filter(({ list }) => list === wanted);
          return [wanted, ticks.map(({ who, state }) => ({ id: this.names.accounts[who].id, state }))];
        });
        return call(groupCalls.submitRoster, {
          token,
          body: { code, group, ...Object.fromEntries(ticked) },
        });
      }
      case 'add': {
        const account = this.names.accounts[step.whom].idNumber;
        return call(groupCalls.admitMember, {
          token,
          params: { GroupCode: group ?? '' },
          body: { account, password: PASSWORD, country: 'local' },
        });
      }
      case 'remove':
        return call(groupCalls.dismissMember, {
          token,
          params: { GroupCode: group ?? '' },
          body: { id_number: this.names.accounts[step.whom].idNumber },
        });
      case 'ask':
        return call(certificates.askRenewal, {
          token,
          params: { code: this.#known().certificates.get(step.certificate)?.number ?? '' },
          body: { front_note: step.note },
        });
    }
  }

  #paidTime(paid: Extract<Step, { do: 'report' }>['paid']): string {
    const day = today(this.#now());
    if (paid === 'long ago') return addDays(addYears(day, -1), -1);
    return addDays(day, paid === 'tomorrow' ? 1 : -1);
  }

  /** Steps of staff. */
  async #decide(step: Exclude<Step, { who: Person } | { do: 'clock' }>, tx: Tx): Promise<unknown> {
    const now = this.#now();
    if (step.do === 'issue') return this.#issue(step, tx, now);
    const staff = this.#staff(step);
    if (step.do === 'enrol_for') {
      const [accountId, { code }] = [this.names.accounts[step.whom].id, this.names.classes[step.class]];
      return enrolByStaff(tx, { accountId, code, reason: step.reason }, { actor: staff, now });
    }
    if ('certificate' in step) return this.#decideCertificate(step, tx, { actor: staff, now });
    const registrationId = this.#known().registrations.get(step.registration) ?? 0;
    switch (step.do) {
      case 'move': {
        const planned = { registrationId, code: this.names.classes[step.to].code, reason: step.reason };
        const difference = await this.#difference(tx, registrationId, step.to);
        return moveRegistration(tx, { ...planned, difference }, { actor: staff, now });
      }
      case 'approve':
        return approveRegistration(tx, { registrationId }, { actor: staff, now });
      case 'confirm':
        return confirmPayment(tx, { registrationId }, { actor: staff, now });
      case 'reopen':
        return reopenRegistration(tx, { registrationId, reason: REOPENED_BECAUSE }, { actor: staff, now });
      case 'call_off':
        return cancelByStaff(tx, { registrationId, reason: step.reason }, { actor: staff, now });
      case 'refuse':
        return rejectRegistration(tx, { registrationId, reason: step.reason }, { actor: staff, now });
      case 'reject':
        return rejectPayment(tx, { registrationId, reason: step.reason }, { actor: staff, now });
      case 'result': {
        const scores = [{ subjectId: this.#portal.ground.subjectId, score: step.score }];
        return recordResult(tx, { registrationId, result: step.result, scores }, { actor: staff, now });
      }
    }
  }

  #decideCertificate(
    step: Extract<Step, { certificate: CertificateKey; by: Reviewers }>,
    tx: Tx,
    context: { actor: Staff; now: Date },
  ): Promise<unknown> {
    const found = this.#known().certificates.get(step.certificate);
    if ('request' in step) {
      const decided = { requestId: found?.requestIds[step.request] ?? 0, backendNote: step.note };
      return step.do === 'renew' ? approveRenewal(tx, decided, context) : rejectRenewal(tx, decided, context);
    }
    const wish = { certificateId: found?.id ?? 0, reason: step.reason };
    return step.do === 'revoke'
      ? revokeCertificate(tx, wish, context)
      : correctCertificate(tx, { ...wish, person: {}, training: {} }, context);
  }

  /** The difference that staff see before a move. */
  async #difference(tx: Tx, registrationId: number, to: Class): Promise<number> {
    const [from] = await tx
      .select({ fee: classTable.fee })
      .from(registrations)
      .innerJoin(classTable, eq(classTable.id, registrations.classId))
      .where(eq(registrations.id, registrationId));
    return trainingClass(to).fee - (from?.fee ?? 0);
  }

  #issue(step: Extract<Step, { do: 'issue' }>, tx: Tx, now: Date) {
    const { staff, organizationId, items } = this.#portal.ground;
    const day = today(now);
    const issue = {
      accountId: this.names.accounts[step.whom].id,
      organizationId,
      courseId: items[step.kind],
      issuedOn: addDays(day, step.issued),
    };
    const end = step.ends === null ? {} : { endTime: addDays(day, step.ends) };
    return issueCertificate(tx, { ...issue, ...end }, { actor: staff.ours, now });
  }

  #known(): Facts {
    if (!this.#facts) throw new Error('the ledger was never read');
    return this.#facts;
  }

  /** Everything that somebody sees, through the n-th server. */
  async screens(who: Person, n: 0 | 1): Promise<Screens> {
    const server = this.#server(n);
    const [records, trained, held, details, rosters, belonging, payable, scores] = await Promise.all([
      this.#records(who, server),
      this.#training(who, server),
      this.#certificates(who, server),
      Promise.all(classes.map((name) => this.#class(who, name, server))),
      this.#rosters(who, server),
      this.#groups(who, server),
      Promise.all(classes.map((name) => this.#payable(who, name, server))),
      Promise.all(classes.map((name) => this.#scores(who, name, server))),
    ]);
    const of = { classes: details, rosters, groups: belonging, payable, scores };
    return { ...records, training: trained, ...held, ...of };
  }

  #name(code: string): string {
    return classes.find((name) => this.names.classes[name].code === code) ?? code;
  }

  /** A reason as the model has it: it may name a class. */
  #named(reason: string | null): string {
    return nameClasses(reason ?? '-', this.names);
  }

  #group(code: string): string {
    return groups.find((name) => this.names.groups[name].code === code) ?? code;
  }

  async #records(who: Person, { call }: TestServer): Promise<Screens> {
    const { answer } = await call(enrolment.records, { token: this.names.accounts[who].token });
    const line = (row: enrolment.RegistrationRecord) => {
      const managed = row.group_code === null ? '' : ` (${this.#group(row.group_code)})`;
      return `${this.#name(row.code)} ${row.group ?? 'alone'}${managed} ${row.enable}/${row.paid} ${this.#named(row.reason)}`;
    };
    return { finished: answer.FinishRecords.map(line), unchecked: answer.UncheckedRecords.map(line) };
  }

  async #training(who: Person, { call }: TestServer): Promise<string[]> {
    const { token } = this.names.accounts[who];
    const { answer } = await call(training.trainingRecords, { token, query: { type: 'Normal', num: '100' } });
    if (!Array.isArray(answer)) throw new Error('not an array');
    return answer.map(({ code, state }) => `${this.#name(code)} ${state ?? '-'}`);
  }

  async #certificates(who: Person, { call }: TestServer): Promise<Screens> {
    const { token } = this.names.accounts[who];
    const [held, old] = await Promise.all([
      call(certificates.certificates, { token }),
      call(certificates.oldCertificates, { token }),
    ]);
    const key = (code: string) => this.#known().certificateKeys.get(code) ?? code;
    return {
      certificates: held.answer.map(
        ({ code, end_time, state, asked, can_ask }) =>
          `${key(code)} ${end_time} ${state} ${asked} ${can_ask}`,
      ),
      old: old.answer.map(
        ({ code, end_time, state, asked, front_note, backend_note }) =>
          `${key(code)} ${end_time} ${state ?? '-'} ${asked} ${front_note ?? '-'} ${backend_note ?? '-'}`,
      ),
    };
  }

  async #class(who: Person, name: Class, { call }: TestServer): Promise<string> {
    const { token } = this.names.accounts[who];
    const { answer } = await call(catalogue.classDetail, {
      token,
      params: { code: this.names.classes[name].code },
    });
    const allows = `${answer.personal_allow} ${answer.group_allow}`;
    return `${name} ${answer.number} ${answer.isAlreadyApply} ${allows} ${answer.personal_obstacle} ${answer.group_obstacle}`;
  }

  async #payable(who: Person, name: Class, { call }: TestServer): Promise<string> {
    const { token } = this.names.accounts[who];
    const reply = await call(payment.paymentCheck, {
      token,
      params: { code: this.names.classes[name].code },
    });
    if (reply.status !== 200) return `${name} ${heard(reply)}`;
    return `${name} ${reply.answer.number} ${reply.answer.last_five ?? '-'}`;
  }

  async #scores(who: Person, name: Class, { call }: TestServer): Promise<string> {
    const { token } = this.names.accounts[who];
    const reply = await call(training.scores, { token, params: { code: this.names.classes[name].code } });
    if (reply.status !== 200) return `${name} ${heard(reply)}`;
    return `${name} ${reply.answer.data.map(({ score }) => score).join() || '-'}`;
  }

  async #rosters(who: Person, server: TestServer): Promise<string[]> {
    if (!groups.some((group) => MEMBERS[group][who] === 'manager')) return [];
    const all = groups.flatMap((group) => classes.map((name) => this.#roster(who, name, group, server)));
    return (await Promise.all(all)).flat();
  }

  async #roster(who: Person, name: Class, group: Group, { call }: TestServer): Promise<string[]> {
    const { token } = this.names.accounts[who];
    const reply = await call(groupCalls.roster, {
      token,
      params: { code: this.names.classes[name].code },
      query: { group: this.names.groups[group].code },
    });
    const at = `${group} ${name}`;
    if (reply.status !== 200) return [`${at} ${heard(reply)}`];
    return (['admins', 'members', 'had_removed'] as const).flatMap((list) =>
      reply.answer[list].map(
        ({ name: called, enable, paid, state, reason, locked }) =>
          `${at} ${list} ${called} ${enable}/${paid} ${state} ${this.#named(reason)} ${locked}`,
      ),
    );
  }

  async #groups(who: Person, { call }: TestServer): Promise<string[]> {
    const { token } = this.names.accounts[who];
    const { answer } = await call(groupCalls.groups, { token });
    const describe = async (code: string, type: 'admin' | 'belong') => {
      const detail = await call(groupCalls.groupDetail, {
        token,
        params: { GroupCode: code },
        body: { type },
      });
      const { admins, members, classInfos } = detail.answer;
      const named = [...admins, ...members].map(({ name }) => name);
      const held = classInfos.map((info) => this.#name(info.code));
      return `${this.#group(code)} ${type} ${named.sort().join('、')} ${held.sort().join(' ')}`;
    };
    return Promise.all([
      ...answer.MangGroups.map(({ code }) => describe(code, 'admin')),
      ...answer.BelongGroups.map(({ code }) => describe(code, 'belong')),
    ]);
  }
}
