import type { Endpoint } from '@portal/contract/endpoint';
import { roles } from '@portal/contract/rights';
import { openTestPortal, type TestPortal } from '../app.ts';
import { describedCalls, nameOf } from '../described-calls.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { type Place, type Sent, writes } from '../office-requests.ts';
import { reads } from '../rights/office-reads.ts';
import { fieldsOf } from './schema.ts';

/* A portal with a staff account that has every role, and a valid request for each call of the office. */

const endpoints = await describedCalls('office');

/** Tables that any call may change, for example because it writes the last use of the session. */
export const TABLES_OF_SIGN_IN = ['staff_sessions', 'sign_in_attempts'];

export const named = (which: (endpoint: Endpoint) => unknown) =>
  endpoints.filter(which).map((endpoint) => [nameOf(endpoint), endpoint] as const);

export interface Office {
  readonly portal: TestPortal;
  readonly place: Place;
  /** Headers of a page of the office, with a session of its own. */
  enter(): Promise<Record<string, string>>;
  /** Returns a valid request if there is an example, else one of the right shape. */
  exampleOf(endpoint: Endpoint): Promise<Sent>;
}

const prepareExample = async (endpoint: Endpoint, place: Place): Promise<Sent> => {
  const read = reads.find(([each]) => each === endpoint)?.[1];
  const write = writes.find(([each]) => each === endpoint)?.[2];
  const prepare = read ?? write;
  if (prepare) return prepare(place);
  return {
    params: Object.fromEntries(fieldsOf(endpoint.params).map(({ name }) => [name, '1'])),
    ...(endpoint.body && { body: {} }),
  };
};

export const openOffice = async (): Promise<Office> => {
  const portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const place: Place = { portal, organizationId: (await buildOrganization(portal.db)).id };
  await portal.services.files.put('photos/kept', Buffer.from('photo'));
  const staff = await buildStaff(portal.db, { grants: roles.map((role) => grant(role)) });
  const examples = new Map<Endpoint, Promise<Sent>>();
  return {
    portal,
    place,
    enter: async () => ({
      'sec-fetch-site': 'same-origin',
      cookie: await enterOffice(portal.db, staff),
    }),
    exampleOf: (endpoint) => {
      const made = examples.get(endpoint) ?? prepareExample(endpoint, place);
      examples.set(endpoint, made);
      return made;
    },
  };
};
