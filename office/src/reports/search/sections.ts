import { readable } from '@portal/contract/dates';
import type { SearchAnswer } from '@portal/contract/office/reports';
import { paths } from '../../platform/paths.ts';
import { searchText as text } from '../../text/zh-TW/search.ts';

export interface Hit {
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  /** Null without a page. */
  readonly to: string | null;
}

export interface HitSection {
  readonly kind: keyof typeof text.kinds;
  readonly hits: readonly Hit[];
  readonly more: boolean;
}

interface FoundHits<T> {
  readonly hits: readonly T[];
  readonly more: boolean;
}

const section = <T>(
  kind: HitSection['kind'],
  found: FoundHits<T> | null,
  line: (hit: T) => Hit,
): HitSection => ({
  kind,
  hits: found?.hits.map(line) ?? [],
  more: found?.more ?? false,
});

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join('・');

const registrationPath = (id: number): string => paths.registration.to({ id });

export const commandSection = (hits: readonly Hit[]): HitSection[] =>
  hits.length > 0 ? [{ kind: 'commands', hits, more: false }] : [];

/** Returns the sections in the order shown, without empty ones. */
export const sectionsOf = (found: SearchAnswer): HitSection[] =>
  [
    section('people', found.people, ({ id, name, identity, organization }) => ({
      id,
      title: name,
      detail: joined(identity, organization),
      to: paths.person.to({ id }),
    })),
    section('registrations', found.registrations, ({ id, person, code, course, state, startTime }) => ({
      id,
      title: `${person}　${course}`,
      detail: joined(text.states[state], code, readable(startTime)),
      to: registrationPath(id),
    })),
    section('classes', found.classes, ({ id, code, course, organization, startTime }) => ({
      id,
      title: `${code}　${course}`,
      detail: joined(organization, readable(startTime)),
      to: paths.trainingClass.to({ id }),
    })),
    section('groups', found.groups, ({ id, code, name }) => ({
      id,
      title: name,
      detail: code,
      to: paths.group.to({ id }),
    })),
    section('certificates', found.certificates, ({ id, number, person, course, endTime }) => ({
      id,
      title: number,
      detail: joined(person, course, text.ends(endTime)),
      to: paths.certificate.to({ id }),
    })),
  ].filter(({ hits }) => hits.length > 0);
