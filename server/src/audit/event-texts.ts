import type { Actor, Change } from '@portal/contract/office/audit';
import { roleNames } from '@portal/contract/rights';

/* The sentences in which people read events. */

interface ActorRow {
  readonly actor: string;
  readonly actorName: string | null;
}

export const presentActor = ({ actor, actorName }: ActorRow): Actor => {
  const [kind, id] = actor.split(':');
  return {
    kind: kind === 'staff' || kind === 'account' ? kind : 'system',
    id: id === undefined ? null : Number(id),
    name: actorName,
  };
};

const isGrant = (value: unknown): value is { role: keyof typeof roleNames; organizationId: number | null } =>
  typeof value === 'object' && value !== null && 'role' in value && 'organizationId' in value;

export type Names = ReadonlyMap<number, string>;

const grantText = (value: Parameters<typeof isGrant>[0], names: Names): string =>
  isGrant(value)
    ? `${roleNames[value.role]}（${value.organizationId === null ? '全會' : (names.get(value.organizationId) ?? value.organizationId)}）`
    : textOf(value, names);

const textOf = (value: unknown, names: Names): string => {
  if (Array.isArray(value)) return value.map((each) => grantText(each, names)).join('、');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const valueText = (value: unknown, names: Names): string | null =>
  value === null || value === undefined ? null : textOf(value, names);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value };
};

export const changesOf = (before: unknown, after: unknown, names: Names): Change[] => {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].map((field) => ({
    field,
    before: valueText(old[field], names),
    after: valueText(fresh[field], names),
  }));
};
