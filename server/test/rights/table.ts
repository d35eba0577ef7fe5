import type { RefusalCode } from '@portal/contract/errors';
import { buildRegistrationForm, PASSWORD } from '../factories/account.ts';
import { type Input, PICTURE } from '../hostile/calls.ts';
import {
  accountOf,
  type Caller,
  CERTIFICATE,
  CLASS,
  DOWNLOAD,
  GROUP,
  HIDDEN_DOWNLOAD,
  INTRO,
  type Known,
  type World,
} from './world.ts';

/** Kinds of other people's values that a caller may read. */
type Shown = Partial<Record<Known, readonly string[]>>;

/** One call with one input, and the expected answer to each caller. */
export interface Row {
  readonly call: string;
  readonly about: string;
  input?(world: World, caller: Caller): Input;
  /**
   * The answers in the order of `callers`: `ok`, `401` without a session, `403` while the profile is not complete, `no`
   * for the refusal of this row, or another refusal by its code.
   */
  readonly cells: string;
  readonly no?: RefusalCode;
  /** The same input for a record that does not exist. A caller who gets `no` must get the same answer for it. */
  absent?(world: World, caller: Caller): Input;
  /** Values of other people in the answer. */
  readonly shows?: Partial<Record<Caller, Shown>>;
  /** The fields in which identity numbers may stand; none elsewhere. */
  readonly numbers?: readonly string[];
}

const NOWHERE = 'NOWHERE';
/** The password after a reset, and the one after that. */
const [SECOND, THIRD] = ['another one 77', 'yet another 88'];

const ofClass = (code: string) => (): Input => ({ params: { code } });
const ofFile = (src: string) => (): Input => ({ query: { src } });
const withClass = (code: string) => (): Input => ({ body: { code } });

const ofGroup =
  (type: 'belong' | 'admin', GroupCode = GROUP) =>
  (): Input => ({ params: { GroupCode }, body: { type } });
const ofFirstGroup = (body: Readonly<Record<string, unknown>>): Input => ({
  params: { GroupCode: GROUP },
  body,
});

const inGroup = (input: Input) => (): Input => ({ ...input, params: { GroupCode: GROUP } });
const OF_MANAGERS = '401 403 no no group_managers_only group_managers_only no ok no';

const twice = (password: string, name: string) => ({ [name]: password, [`${name}_confirmation`]: password });

const credentials = (world: World, caller: Caller, password: string) => {
  const { country, account } = accountOf(world, caller);
  return { account, country, password };
};

const profile = (world: World, caller: Caller): Input => {
  const { idNumber, passportNo, country, chineseName, birthday } = accountOf(world, caller);
  const {
    country: _,
    password: __,
    password_confirmation: ___,
    ...form
  } = buildRegistrationForm({ country });
  const own = {
    id_number: idNumber ?? undefined,
    passport_no: passportNo ?? undefined,
    chinese_name: chineseName,
    birthday,
  };
  return { body: { ...form, ...own } };
};

const payment = { paid_time: '2026-11-30', last_five: 42, paid_money: 1500, paid_name: '付款人' };

const ofDocument =
  (whose: 'owner' | 'member') =>
  ({ documents }: World): Input => {
    const { id, registrationId } = documents[whose];
    return { params: { id: String(registrationId), document: String(id) } };
  };
const newDocument =
  (whose: 'owner' | 'member') =>
  ({ documents }: World): Input => ({
    params: { id: String(documents[whose].registrationId) },
    body: {},
    file: PICTURE,
  });
const noRegistration: Input = { params: { id: '999999', document: '999999' }, body: {}, file: PICTURE };

const roster = (ids: readonly number[], more: Record<string, string> = {}) => ({
  body: {
    code: CLASS.group,
    ...more,
    admins: [],
    members: ids.map((id) => ({ id, state: true })),
    had_removed: [],
  },
});

const PERSON = ['id_number', 'passport_no'];
const within = (...places: string[]) => places.flatMap((place) => PERSON.map((field) => `${place}.${field}`));
const USER = within('user');
const ROSTER = within('admins', 'members', 'had_removed');

const NAME = ['chineseName'];
const NUMBERS = [...NAME, 'idNumber', 'passportNo'];
/** All personal data of a person, without their registrations and results. */
const WHOLE = [
  ...NUMBERS,
  ...['englishName', 'birthday', 'address', 'email', 'cellPhone', 'homePhone', 'companyPhone'],
  ...['employer', 'school', 'department', 'photoKey'],
];
const people: Shown = { owner: NUMBERS, member: NUMBERS };
const otherPeople: Shown = { otherMember: NUMBERS };
const rosterShows = {
  // The former member still holds a seat there.
  manager: { ...people, former: NUMBERS },
  otherManager: otherPeople,
};

const EVERYBODY = 'ok  ok  ok ok ok ok ok ok ok';
const WITH_SESSION = '401 ok  ok ok ok ok ok ok ok';
const COMPLETE = '401 403 ok ok ok ok ok ok ok';
const NOBODY = '401 403 no no no no no no no';

const open = (call: string, about: string, input?: () => Input): Row => ({
  call,
  about,
  cells: EVERYBODY,
  ...(input && { input }),
});

/*
 * The rows come in an order in which they can be made one after the other: what ends something stands last.
 *
 *                                            guest newcomer stranger trainee owner member former manager otherManager
 */
export const rows: readonly Row[] = [
  open('GET /api/organizations', 'the list'),
  open('GET /api/trainclasses', 'the list'),
  open('GET /api/cities', 'the list'),
  open('GET /api/areas', 'a city', () => ({ query: { city: '臺北市' } })),
  open('GET /api/careers', 'the list'),
  open('GET /api/educations', 'the list'),
  open('GET /api/educationstatuses', 'the list'),
  open('GET /api/IntroTypes', 'the list'),
  open('GET /api/Intros', 'a category', () => ({ query: { type: INTRO } })),
  open('GET /api/banners', 'the list'),
  open('GET /api/footer', 'the one'),
  open('GET /api/pages/:name', 'a page of the footer', () => ({ params: { name: 'Help' } })),
  open('GET /api/classes', 'what is open', () => ({ query: { type: 'Normal', num: '100' } })),
  open('GET /api/class/:code', 'an open class', ofClass(CLASS.open)),
  open('GET /api/class/:code', 'a class of the past', ofClass(CLASS.past)),
  {
    call: 'GET /api/class/:code',
    about: 'a class that is not published',
    input: ofClass(CLASS.hidden),
    cells: 'no  no  no no no no no no no',
    no: 'class_not_found',
    absent: ofClass(NOWHERE),
  },
  open('GET /download', 'a file of an open class', ofFile(DOWNLOAD)),
  {
    call: 'GET /download',
    about: 'a file of a class that is not published',
    input: ofFile(HIDDEN_DOWNLOAD),
    cells: 'no  no  no no no no no no no',
    no: 'file_not_found',
    absent: ofFile('src-of-nothing'),
  },

  {
    call: 'POST /api/login',
    about: 'with one’s own password',
    input: (world, caller) => ({ body: credentials(world, caller, PASSWORD) }),
    cells: EVERYBODY,
    numbers: USER,
    shows: { guest: { otherMember: ['everything'] } },
  },
  {
    call: 'POST /api/login',
    about: 'the owner with a wrong password',
    input: (world) => ({ body: credentials(world, 'owner', 'a wrong one') }),
    cells: 'no  no  no no no no no no no',
    no: 'wrong_credentials',
    absent: (world) => ({ body: { ...credentials(world, 'owner', 'a wrong one'), account: 'A123456789' } }),
  },
  {
    call: 'POST /api/register',
    about: 'somebody new',
    input: () => ({ body: buildRegistrationForm() }),
    cells: EVERYBODY,
    numbers: USER,
  },
  {
    call: 'GET /api/photos/:key',
    about: 'the owner’s',
    input: ({ accounts }) => ({ params: { key: accounts.owner.photoKey?.slice('photos/'.length) ?? '' } }),
    cells: '401 no  no no ok no no ok no',
    no: 'not_found',
    absent: () => ({ params: { key: 'photo-of-nobody' } }),
    shows: { manager: { owner: ['photo', 'photoKey'] } },
  },
  {
    call: 'GET /api/photos/:key',
    about: 'of who left the group',
    input: ({ accounts }) => ({ params: { key: accounts.former.photoKey?.slice('photos/'.length) ?? '' } }),
    cells: '401 no  no no no no ok no no',
    no: 'not_found',
    absent: () => ({ params: { key: 'photo-of-nobody' } }),
  },

  {
    call: 'POST /api/class/personal/precheck',
    about: 'an open class',
    input: withClass(CLASS.open),
    cells: COMPLETE,
  },
  {
    call: 'POST /api/class/personal/precheck',
    about: 'a class that is not published',
    input: withClass(CLASS.hidden),
    cells: NOBODY,
    no: 'class_unknown',
    absent: withClass(NOWHERE),
  },
  {
    call: 'POST /api/class/personal/create',
    about: 'an open class',
    input: withClass(CLASS.open),
    cells: COMPLETE,
  },
  {
    call: 'POST /api/class/personal/create',
    about: 'a class that is not published',
    input: withClass(CLASS.hidden),
    cells: NOBODY,
    no: 'class_unknown',
    absent: withClass(NOWHERE),
  },
  {
    call: 'GET /api/class/:code/documents',
    about: 'of the class in which the owner is',
    input: ofClass(CLASS.pending),
    cells: COMPLETE,
  },
  {
    call: 'GET /api/class/:code/documents',
    about: 'of the class in which the group is',
    input: ofClass(CLASS.groupPending),
    cells: COMPLETE,
    shows: {
      manager: { member: [...NAME, 'document'], former: NAME },
    },
  },
  {
    call: 'GET /api/class/:code/documents',
    about: 'of a class that is not published',
    input: ofClass(CLASS.hidden),
    cells: '401 403 no no ok no no no no',
    no: 'class_not_found',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/registrations/:id/documents',
    about: 'to the owner’s registration',
    input: newDocument('owner'),
    cells: '401 403 no no ok no no no no',
    no: 'not_found',
    absent: () => noRegistration,
  },
  {
    call: 'POST /api/registrations/:id/documents',
    about: 'to a registration of the group',
    input: newDocument('member'),
    cells: '401 403 no no no ok no ok no',
    no: 'not_found',
    absent: () => noRegistration,
  },
  {
    call: 'GET /api/registrations/:id/documents/:document',
    about: 'the owner’s',
    input: ofDocument('owner'),
    cells: '401 403 no no ok no no no no',
    no: 'not_found',
    absent: () => noRegistration,
  },
  {
    call: 'GET /api/registrations/:id/documents/:document',
    about: 'of the group’s member',
    input: ofDocument('member'),
    cells: '401 403 no no no ok no ok no',
    no: 'not_found',
    absent: () => noRegistration,
    shows: { manager: { member: ['document', 'contents'] } },
  },
  {
    call: 'DELETE /api/registrations/:id/documents/:document',
    about: 'the owner’s',
    input: ofDocument('owner'),
    cells: '401 403 no no ok no no no no',
    no: 'not_found',
    absent: () => noRegistration,
  },
  {
    call: 'DELETE /api/registrations/:id/documents/:document',
    about: 'of the group’s member',
    input: ofDocument('member'),
    cells: '401 403 no no no ok no no no',
    no: 'not_found',
    absent: () => noRegistration,
  },
  {
    call: 'POST /api/class/personal/cancel',
    about: 'one’s own seat in an open class',
    input: withClass(CLASS.open),
    cells: COMPLETE,
  },
  {
    call: 'POST /api/class/personal/cancel',
    about: 'the owner’s seat',
    input: withClass(CLASS.pending),
    cells: '401 403 no no ok no no no no',
    no: 'registration_unknown',
  },
  {
    call: 'POST /api/class/personal/cancel',
    about: 'the group’s seats, each their own',
    input: withClass(CLASS.groupPending),
    cells: '401 403 no no no ok ok cancel_group_seat no',
    no: 'registration_unknown',
  },
  // This row comes before the owner gives the seat back.
  {
    call: 'POST /api/class/personal/check',
    about: 'the owner’s seat in a class that is not published',
    input: withClass(CLASS.hidden),
    cells: '401 403 no no ok no no no no',
    no: 'class_unknown',
    absent: withClass(NOWHERE),
  },
  {
    call: 'POST /api/class/personal/cancel',
    about: 'the owner’s seat in a class that is not published',
    input: withClass(CLASS.hidden),
    cells: '401 403 no no ok no no no no',
    no: 'class_unknown',
    absent: withClass(NOWHERE),
  },
  {
    call: 'POST /api/class/personal/check',
    about: 'the owner’s seat',
    input: withClass(CLASS.payable),
    cells: '401 403 no no ok no no no no',
    no: 'not_applied',
  },
  {
    call: 'POST /api/class/personal/check',
    about: 'the group’s seats, each their own',
    input: withClass(CLASS.group),
    cells: '401 403 no no no ok ok ok no',
    no: 'not_applied',
  },
  {
    call: 'POST /api/class/personal/check',
    about: 'the group’s seats as the group',
    input: () => ({ body: { code: CLASS.group }, query: { group: GROUP } }),
    cells: '401 403 no no no no no ok no',
    no: 'not_applied',
    absent: () => ({ body: { code: CLASS.group }, query: { group: NOWHERE } }),
  },
  {
    call: 'POST /api/class/personal/Record',
    about: 'one’s own',
    cells: COMPLETE,
    // Managers pay for the people they enrol and read the names of unpaid ones, also of former members with a seat.
    shows: { manager: { member: NAME, former: NAME } },
  },
  { call: 'POST /api/class/personal/TrainingRecord', about: 'one’s own', cells: COMPLETE },
  {
    call: 'POST /api/class/:code/scores',
    about: 'of who was in the class',
    input: ofClass(CLASS.past),
    cells: '401 403 no no ok ok no no no',
    no: 'scores_not_found',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/class/:code/check-in',
    about: 'of who is confirmed in the class',
    input: ofClass(CLASS.past),
    cells: '401 403 no no ok ok no no no',
    no: 'registration_unknown',
    absent: ofClass(NOWHERE),
  },

  {
    call: 'POST /api/class/:code/check',
    about: 'the owner’s seat',
    input: ofClass(CLASS.payable),
    cells: '401 403 no no ok no no no no',
    no: 'not_applied',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/class/:code/check',
    about: 'a payment that the owner reported, where the trainee has a seat too',
    input: ofClass(CLASS.reported),
    cells: '401 403 no ok ok no no no no',
    no: 'not_applied',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/class/:code/check',
    about: 'the group’s seats, each their own',
    input: ofClass(CLASS.group),
    cells: '401 403 no no no ok ok ok no',
    no: 'not_applied',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/class/:code/check',
    about: 'the group’s seats as the group',
    input: () => ({ params: { code: CLASS.group }, query: { group: GROUP } }),
    cells: '401 403 no no no no no ok no',
    no: 'not_applied',
    absent: () => ({ params: { code: CLASS.group }, query: { group: NOWHERE } }),
  },
  {
    call: 'POST /api/class/:code/lastfive',
    about: 'the owner’s seat',
    input: () => ({ params: { code: CLASS.payable }, body: payment }),
    cells: '401 403 no no ok no no no no',
    no: 'not_applied',
    absent: () => ({ params: { code: NOWHERE }, body: payment }),
  },
  {
    call: 'POST /api/class/:code/lastfive',
    about: 'the group’s seats, each their own',
    input: () => ({ params: { code: CLASS.group }, body: payment }),
    cells: '401 403 no no no ok ok ok no',
    no: 'not_applied',
    absent: () => ({ params: { code: NOWHERE }, body: payment }),
  },
  {
    call: 'POST /api/class/:code/lastfive',
    about: 'the group’s seats as the group',
    input: () => ({ params: { code: CLASS.group }, query: { group: GROUP }, body: payment }),
    cells: '401 403 no no no no no ok no',
    no: 'not_applied',
    absent: () => ({ params: { code: CLASS.group }, query: { group: NOWHERE }, body: payment }),
  },

  { call: 'POST /api/class/personal/CertLists', about: 'one’s own', cells: COMPLETE },
  { call: 'POST /api/class/personal/OldCertLists', about: 'one’s own', cells: COMPLETE },
  open('GET /api/certificates/:code', 'the owner’s, with the name masked', ofClass(CERTIFICATE)),
  {
    call: 'GET /api/certificates/:code/address',
    about: 'the owner’s',
    input: ofClass(CERTIFICATE),
    cells: '401 403 no no ok no no no no',
    no: 'certificate_not_found',
    absent: ofClass('CERT-NOBODY-0000'),
  },
  {
    call: 'GET /api/certificates/:code/papers/:format',
    about: 'the owner’s',
    input: () => ({ params: { code: CERTIFICATE, format: 'card' } }),
    cells: '401 403 no no ok no no no no',
    no: 'certificate_not_found',
    absent: () => ({ params: { code: 'CERT-NOBODY-0000', format: 'card' } }),
  },
  {
    call: 'POST /api/class/:code/recert_page',
    about: 'the owner’s certificate',
    input: ofClass(CERTIFICATE),
    cells: '401 403 no no ok no no no no',
    no: 'certificate_unknown',
    absent: ofClass('CERT-NOBODY-0000'),
  },
  {
    call: 'POST /api/class/:code/recert',
    about: 'the owner’s certificate',
    input: () => ({ params: { code: CERTIFICATE }, body: { front_note: '請寄送至公司' } }),
    cells: '401 403 no no ok no no no no',
    no: 'certificate_unknown',
    absent: () => ({ params: { code: 'CERT-NOBODY-0000' }, body: { front_note: '請寄送至公司' } }),
  },

  { call: 'GET /api/renewals/inquiries', about: 'one’s own', cells: COMPLETE },
  {
    call: 'POST /api/renewals/inquiries/:id',
    about: 'of the owner’s request',
    input: ({ inquiryId }) => ({
      ...{ params: { id: String(inquiryId) }, body: { answer: '已寄出正本' }, file: PICTURE },
    }),
    cells: '401 403 no no ok no no no no',
    no: 'not_found',
    absent: () => ({ params: { id: '999999' }, body: { answer: '已寄出正本' }, file: PICTURE }),
  },
  {
    call: 'GET /api/class/group/:code',
    about: 'of whatever group one manages',
    input: ofClass(CLASS.group),
    cells: '401 403 no no no no no ok ok',
    no: 'group_not_managed',
    shows: rosterShows,
    numbers: ROSTER,
  },
  {
    call: 'GET /api/class/group/:code',
    about: 'of the first group by its code',
    input: () => ({ params: { code: CLASS.group }, query: { group: GROUP } }),
    cells: '401 403 no no no no no ok no',
    no: 'group_not_managed',
    absent: () => ({ params: { code: CLASS.group }, query: { group: NOWHERE } }),
    shows: rosterShows,
    numbers: ROSTER,
  },
  {
    call: 'GET /api/class/group/:code',
    about: 'of a class that is reserved to the first group',
    input: ofClass(CLASS.reserved),
    cells: '401 403 no no no no no ok group_not_allowed',
    no: 'group_not_managed',
    shows: { manager: people },
    numbers: ROSTER,
  },
  {
    call: 'GET /api/class/group/:code',
    about: 'a class that is not published',
    input: ofClass(CLASS.hidden),
    cells: NOBODY,
    no: 'class_not_found',
    absent: ofClass(NOWHERE),
  },
  {
    call: 'POST /api/class/group/create',
    about: 'people of the first group, through it',
    input: ({ accounts }) => roster([accounts.owner.id], { group: GROUP }),
    cells: '401 403 no no no no no ok no',
    no: 'group_not_managed',
    absent: ({ accounts }) => roster([accounts.owner.id], { group: NOWHERE }),
    shows: rosterShows,
    numbers: ROSTER,
  },
  {
    call: 'POST /api/class/group/create',
    about: 'a member of the second group, through the one that one manages',
    input: ({ accounts }) => roster([accounts.otherMember.id]),
    cells: '401 403 no no no no no roster_stranger ok',
    no: 'group_not_managed',
    shows: { otherManager: otherPeople },
    numbers: ROSTER,
  },
  {
    call: 'POST /api/class/group/create',
    about: 'a stranger, through the group that one manages',
    input: ({ accounts }) => roster([accounts.stranger.id]),
    cells:
      '401 403 group_not_managed group_not_managed group_not_managed group_not_managed group_not_managed no no',
    no: 'roster_stranger',
    absent: () => roster([999_999]),
  },

  { call: 'POST /api/class/groups', about: 'one’s own', cells: COMPLETE },
  {
    call: 'POST /api/class/groups/:GroupCode',
    about: 'the first group, as its members see it',
    input: ofGroup('belong'),
    cells: '401 403 no no ok ok no ok no',
    no: 'group_not_found',
    absent: ofGroup('belong', NOWHERE),
    shows: {
      owner: { member: NAME, manager: NAME },
      member: { owner: NAME, manager: NAME },
      manager: { owner: NAME, member: NAME },
    },
  },
  {
    call: 'POST /api/class/groups/:GroupCode',
    about: 'the first group, as its managers see it',
    input: ofGroup('admin'),
    cells: '401 403 no no group_managers_only group_managers_only no ok no',
    no: 'group_not_found',
    absent: ofGroup('admin', NOWHERE),
    shows: { manager: people },
    numbers: within('admins', 'members'),
  },
  {
    call: 'POST /api/class/groups/:GroupCode/:code',
    about: 'the first group in a class where it holds seats',
    input: () => ({ params: { GroupCode: GROUP, code: CLASS.group } }),
    cells: '401 403 no no ok ok no ok no',
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE, code: CLASS.group } }),
    shows: {
      owner: { member: NAME, manager: NAME, former: NAME },
      member: { owner: NAME, manager: NAME, former: NAME },
      manager: { owner: NAME, member: NAME, former: NAME },
    },
  },
  {
    call: 'POST /api/class/groups/:GroupCode/:code',
    about: 'the first group in a class that it has finished',
    input: () => ({ params: { GroupCode: GROUP, code: CLASS.past } }),
    cells: '401 403 no no ok ok no ok no',
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE, code: CLASS.past } }),
    // Results are visible to the person and the managers; the owner attended without a group.
    shows: { owner: { member: NAME }, manager: { member: [...NAME, 'score'] } },
  },
  {
    call: 'POST /api/class/groups/:GroupCode/:code',
    about: 'the first group in a class where it has nobody, though the owner pays there',
    input: () => ({ params: { GroupCode: GROUP, code: CLASS.payable } }),
    cells: '401 403 no no ok ok no ok no',
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE, code: CLASS.payable } }),
  },
  {
    call: 'POST /api/class/groups/:GroupCode/:code',
    about: 'the first group in a class that is not published',
    input: () => ({ params: { GroupCode: GROUP, code: CLASS.hidden } }),
    cells: '401 403 group_not_found group_not_found no no group_not_found no group_not_found',
    no: 'class_not_found',
    absent: () => ({ params: { GroupCode: GROUP, code: NOWHERE } }),
  },
  {
    call: 'GET /api/groups/:GroupCode/certificates',
    about: 'those that the first group asks for',
    input: inGroup({}),
    cells: OF_MANAGERS,
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE } }),
    shows: { manager: { owner: NAME, member: NAME } },
  },
  {
    call: 'GET /api/groups/:GroupCode/certificates/own',
    about: 'what the managers of the first group see of one',
    input: inGroup({}),
    cells: '401 403 no no ok ok no ok no',
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE } }),
  },
  ...(['sheet', 'paper'] as const).map(
    (file): Row => ({
      call: `GET /api/groups/:GroupCode/certificates/${file}`,
      about: 'of those that the first group asks for',
      input: inGroup({}),
      cells: OF_MANAGERS,
      no: 'group_not_found',
      absent: () => ({ params: { GroupCode: NOWHERE } }),
    }),
  ),
  {
    call: 'GET /api/groups/:GroupCode/certificate-kinds',
    about: 'all',
    input: inGroup({}),
    cells: OF_MANAGERS,
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE } }),
  },
  {
    call: 'POST /api/groups/:GroupCode/certificate-needs',
    about: 'of the first group',
    input: inGroup({ body: { version: 0, needs: [] } }),
    cells: OF_MANAGERS,
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE }, body: { version: 0, needs: [] } }),
  },
  {
    call: 'GET /api/groups/:GroupCode/certificates/classes',
    about: 'in which the first group can enrol',
    input: inGroup({ query: { kind: '1' } }),
    cells: OF_MANAGERS,
    no: 'group_not_found',
    absent: () => ({ params: { GroupCode: NOWHERE }, query: { kind: '1' } }),
  },
  {
    call: 'POST /api/class/groups/member',
    about: 'the owner, in the first group',
    input: ({ accounts }) => ({ body: { GroupCode: GROUP, id_number: accounts.owner.idNumber } }),
    cells: '401 403 no no group_managers_only group_managers_only no ok no',
    no: 'group_not_found',
    absent: ({ accounts }) => ({ body: { GroupCode: NOWHERE, id_number: accounts.owner.idNumber } }),
    shows: { manager: { owner: WHOLE } },
    numbers: PERSON,
  },
  {
    call: 'POST /api/class/groups/member',
    about: 'somebody who is not in the first group',
    input: ({ accounts }) => ({ body: { GroupCode: GROUP, id_number: accounts.stranger.idNumber } }),
    cells:
      '401 403 group_not_found group_not_found group_managers_only group_managers_only group_not_found no group_not_found',
    no: 'not_found',
    absent: () => ({ body: { GroupCode: GROUP, id_number: 'A123456789' } }),
  },
  {
    call: 'POST /api/class/groups/member',
    about: 'who left the first group',
    input: ({ accounts }) => ({ body: { GroupCode: GROUP, id_number: accounts.former.idNumber } }),
    cells:
      '401 403 group_not_found group_not_found group_managers_only group_managers_only group_not_found no group_not_found',
    no: 'not_found',
    absent: () => ({ body: { GroupCode: GROUP, id_number: 'A123456789' } }),
  },
  {
    call: 'POST /api/class/store/groups/:GroupCode',
    about: 'a stranger whose password is not known, to the first group',
    input: (world) => ofFirstGroup(credentials(world, 'stranger', 'a wrong one')),
    cells:
      '401 403 group_not_found group_not_found group_managers_only group_managers_only group_not_found no group_not_found',
    no: 'member_credentials_wrong',
    absent: (world) =>
      ofFirstGroup({ ...credentials(world, 'stranger', 'a wrong one'), account: 'A123456789' }),
  },
  {
    call: 'POST /api/class/store/groups/:GroupCode',
    about: 'the member of the second group, with their password, to the first',
    input: (world) => ofFirstGroup(credentials(world, 'guest', PASSWORD)),
    cells: '401 403 no no group_managers_only group_managers_only no ok no',
    no: 'group_not_found',
    absent: (world) => ({
      params: { GroupCode: NOWHERE },
      body: credentials(world, 'guest', PASSWORD),
    }),
  },
  {
    call: 'DELETE /api/class/store/groups/:GroupCode',
    about: 'a stranger, from the first group',
    input: ({ accounts }) => ofFirstGroup({ id_number: accounts.stranger.idNumber }),
    cells:
      '401 403 group_not_found group_not_found group_managers_only group_managers_only group_not_found no group_not_found',
    no: 'member_unknown',
    absent: () => ofFirstGroup({ id_number: 'A123456789' }),
  },
  {
    call: 'DELETE /api/class/store/groups/:GroupCode',
    about: 'the owner, from the first group',
    input: ({ accounts }) => ofFirstGroup({ id_number: accounts.owner.idNumber }),
    cells: '401 403 no no group_managers_only group_managers_only no ok no',
    no: 'group_not_found',
    absent: ({ accounts }) => ({
      params: { GroupCode: NOWHERE },
      body: { id_number: accounts.owner.idNumber },
    }),
  },

  { call: 'GET /api/erasure', about: 'one’s own', cells: COMPLETE },
  { call: 'POST /api/erasure', about: 'of one’s own data', cells: COMPLETE },
  { call: 'DELETE /api/erasure', about: 'one’s own', cells: COMPLETE },
  {
    call: 'POST /api/export',
    about: 'one’s own data',
    cells: COMPLETE,
    // Managers looked at the owner's photo and at the member's document.
    shows: { owner: { manager: NAME }, member: { manager: NAME } },
  },
  { call: 'GET /api/sessions', about: 'one’s own', cells: COMPLETE },
  { call: 'DELETE /api/sessions', about: 'one’s own', cells: COMPLETE },
  {
    call: 'DELETE /api/sessions/:id',
    about: 'one that is nobody’s',
    input: () => ({ params: { id: NOWHERE } }),
    cells: NOBODY,
    no: 'not_found',
  },

  {
    call: 'POST /api/email/confirm',
    about: 'by the link of a mail to the owner, which tells nothing of them',
    input: (world) => ({ body: { token: world.mailId } }),
    cells: EVERYBODY,
  },
  {
    call: 'POST /api/email/confirm',
    about: 'by a link of no mail',
    input: () => ({ body: { token: '00000000-0000-4000-8000-000000000000' } }),
    cells: 'no  no  no no no no no no no',
    no: 'mail_link_ended',
    absent: () => ({ body: { token: 'ffffffff-ffff-4fff-bfff-ffffffffffff' } }),
  },
  {
    call: 'POST /api/email/resend',
    about: 'one’s own mailbox',
    cells: WITH_SESSION,
  },
  {
    call: 'POST /api/password/code',
    about: 'of people with a password of their own',
    cells: '401 no no no no no no no no',
    no: 'code_not_needed',
  },
  {
    call: 'POST /api/password/reset',
    about: 'by one’s own link',
    input: (world, caller) => ({ body: { token: world.linkOf(caller), ...twice(SECOND, 'password') } }),
    cells: EVERYBODY,
  },
  {
    call: 'POST /api/password/reset/check',
    about: 'of the owner’s link, which is used',
    input: (world) => ({ body: { token: world.linkOf('owner') } }),
    cells: 'no  no  no no no no no no no',
    no: 'reset_link_ended',
    absent: () => ({ body: { token: 'link-of-nobody' } }),
  },
  {
    call: 'POST /api/password/reset',
    about: 'by the owner’s link once more',
    input: (world) => ({ body: { token: world.linkOf('owner'), ...twice(SECOND, 'password') } }),
    cells: 'no  no  no no no no no no no',
    no: 'reset_link_ended',
    absent: () => ({ body: { token: 'link-of-nobody', ...twice(SECOND, 'password') } }),
  },
  {
    call: 'POST /api/contact/undo/check',
    about: 'by a link that is nobody’s',
    input: () => ({ body: { token: 'link-of-nobody' } }),
    cells: 'no  no  no no no no no no no',
    no: 'undo_link_ended',
  },
  {
    call: 'POST /api/contact/undo',
    about: 'by a link that is nobody’s',
    input: () => ({ body: { token: 'link-of-nobody' } }),
    cells: 'no  no  no no no no no no no',
    no: 'undo_link_ended',
  },
  {
    call: 'POST /api/forget',
    about: 'one’s own account',
    input: (world, caller) => {
      const { account, birthday } = accountOf(world, caller);
      return { body: { account, date: birthday } };
    },
    cells: 'ok reset_without_email ok ok ok ok ok ok ok',
  },
  {
    call: 'POST /api/forget',
    about: 'the owner with another birth date',
    input: ({ accounts }) => ({ body: { account: accounts.owner.account, date: '1960-01-01' } }),
    cells: 'no  no  no no no no no no no',
    no: 'reset_mismatch',
    absent: () => ({ body: { account: 'A123456789', date: '1960-01-01' } }),
  },
  {
    call: 'POST /api/update/password',
    about: 'one’s own',
    input: () => ({ body: { password: SECOND, ...twice(THIRD, 'new_password') } }),
    cells: WITH_SESSION,
    numbers: PERSON,
  },
  {
    call: 'POST /api/update/profile',
    about: 'one’s own',
    input: profile,
    cells: WITH_SESSION,
    numbers: PERSON,
  },
  {
    call: 'POST /api/session/create',
    about: 'one’s own',
    cells: WITH_SESSION,
    numbers: USER,
  },
  { call: 'POST /api/logout', about: 'oneself', cells: EVERYBODY },
];
