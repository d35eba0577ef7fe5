import type { Class, Group, Kind, Person } from './world.ts';

/** Class in which it began, person and running number of a registration: `single/mei/0`. */
export type RegistrationKey = `${Class}/${Person}/${number}`;
/** Person and running number of a certificate: `mei#0`. */
export type CertificateKey = `${Person}#${number}`;

/** The lists of a roster, in the order in which they are read. */
export const LISTS = ['admins', 'members', 'had_removed'] as const;

export interface Tick {
  readonly who: Person;
  /** The list in which it is sent. The portal accepts either. */
  readonly list: (typeof LISTS)[number];
  readonly state: boolean;
}

/** The same in every step. */
export const REOPENED_BECAUSE = '文件已補齊';

/** Reviewers of the class's organisation, or of another one. */
export type Reviewers = 'ours' | 'others';

/** A step of a person. */
export type Step =
  | { readonly do: 'enrol' | 'cancel'; readonly who: Person; readonly class: Class }
  | {
      readonly do: 'report';
      readonly who: Person;
      readonly class: Class;
      readonly group: Group | null;
      readonly paid: 'yesterday' | 'tomorrow' | 'long ago';
      readonly lastFive: string;
    }
  | {
      readonly do: 'roster';
      readonly who: Person;
      readonly class: Class;
      readonly group: Group | null;
      readonly ticks: readonly Tick[];
    }
  | { readonly do: 'add' | 'remove'; readonly who: Person; readonly group: Group; readonly whom: Person }
  | {
      readonly do: 'approve' | 'confirm' | 'reopen';
      readonly registration: RegistrationKey;
      readonly by: Reviewers;
    }
  | {
      readonly do: 'refuse' | 'reject' | 'call_off';
      readonly registration: RegistrationKey;
      readonly by: Reviewers;
      readonly reason: string;
    }
  | {
      readonly do: 'enrol_for';
      readonly whom: Person;
      readonly class: Class;
      readonly by: Reviewers;
      readonly reason: string | null;
    }
  | {
      readonly do: 'move';
      readonly registration: RegistrationKey;
      readonly to: Class;
      readonly by: Reviewers;
      readonly reason: string | null;
    }
  | {
      readonly do: 'result';
      readonly registration: RegistrationKey;
      readonly by: Reviewers;
      readonly result: 1 | 2;
      readonly score: number;
    }
  | {
      readonly do: 'issue';
      readonly whom: Person;
      readonly kind: Kind;
      /** Days from today. */
      readonly issued: number;
      /** Days from today; null: as usual. */
      readonly ends: number | null;
    }
  | {
      readonly do: 'ask';
      readonly who: Person;
      readonly certificate: CertificateKey;
      readonly note: string | null;
    }
  | {
      readonly do: 'renew' | 'decline';
      readonly certificate: CertificateKey;
      /** Index of the certificate's renewal request. */
      readonly request: number;
      readonly by: Reviewers;
      readonly note: string;
    }
  | {
      readonly do: 'revoke' | 'correct';
      readonly certificate: CertificateKey;
      readonly by: Reviewers;
      readonly reason: string;
    }
  | { readonly do: 'clock'; readonly to: number };

/** The people whom a step concerns: the one who does it and the one to whom it is done. */
export const concerned = (step: Step): Person[] => {
  if ('registration' in step) return [step.registration.split('/')[1] as Person];
  const owner = 'certificate' in step ? [step.certificate.split('#')[0] as Person] : [];
  const who = 'who' in step ? [step.who] : [];
  const whom = 'whom' in step ? [step.whom] : [];
  return [...new Set([...who, ...whom, ...owner])];
};

/** Printed in reports: `mei enrol {class: single}`. */
export const describeStep = (step: Step): string => {
  if (step.do === 'clock') {
    return `the clock moves to ${new Date(step.to + 8 * 3_600_000).toISOString().replace('Z', '+08:00')}`;
  }
  const { do: verb, ...details } = step;
  return `${verb} ${JSON.stringify(details)}`;
};
