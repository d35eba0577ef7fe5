import type { GroupCertificates, Need } from '@portal/contract/group-certificates';
import { groupCertificatesText } from '../../text/zh-TW/group-certificates.ts';

const text = groupCertificatesText.form;

/** A need as it is typed. */
export interface TypedNeed {
  readonly key: number;
  readonly kind: string;
  readonly count: string;
}

export const typedNeeds = ({ kinds }: Pick<GroupCertificates, 'kinds'>): TypedNeed[] =>
  kinds.map(({ id, count }, at) => ({ key: at, kind: `${id}`, count: `${count}` }));

export interface NeedFaults {
  readonly kind?: string;
  readonly count?: string;
}

const MAX_COUNT = 1000;

const faultsOf = (need: TypedNeed, earlier: readonly TypedNeed[]): NeedFaults => {
  const count = Number(need.count);
  const isCount = /^[0-9]+$/.test(need.count.trim()) && count >= 1 && count <= MAX_COUNT;
  const isTwice = need.kind !== '' && earlier.some(({ kind }) => kind === need.kind);
  return {
    ...(need.kind === '' && { kind: text.chooseKind }),
    ...(isTwice && { kind: text.twice }),
    ...(!isCount && { count: text.wrongCount }),
  };
};

/** Returns the faults in the order of the needs. */
export const needFaults = (needs: readonly TypedNeed[]): NeedFaults[] =>
  needs.map((need, at) => faultsOf(need, needs.slice(0, at)));

export const readNeeds = (needs: readonly TypedNeed[]): Need[] =>
  needs.map(({ kind, count }) => ({ kind: Number(kind), count: Number(count) }));

/** `急救人員 3 人、堆高機 5 人` */
export const needsText = ({ kinds }: Pick<GroupCertificates, 'kinds'>): string =>
  kinds.map(({ name, count }) => text.need(name, count)).join('、') || text.nothing;
