/**
 * Import rules, one table, checked by `npm run check` (tools/imports/check.mjs).
 *
 * A rule applies to the files of `from`, except those of `except`. `only` lists all that they may import, `never` what
 * they may not: globs of paths from the root of the repository, `node:*` for the runtime, `npm:*` for packages. If several
 * rules apply to a file, each must allow the import. Tests may import any file of their application.
 */

/** The modules of the server, lowest first, each with those directly below it. All lower ones may be imported. */
const serverModules = {
  platform: [],
  audit: ['platform'],
  branding: ['audit'],
  mail: ['branding'],
  papers: ['platform'],
  accounts: ['mail'],
  staff: ['accounts'],
  jobs: ['staff'],
  catalogue: ['jobs'],
  content: ['jobs'],
  money: ['catalogue'],
  enrolment: ['money'],
  payment: ['enrolment'],
  statements: ['payment'],
  groups: ['enrolment'],
  documents: ['enrolment'],
  classes: ['documents'],
  correspondence: ['classes'],
  training: ['payment', 'groups', 'classes', 'papers'],
  certificates: ['training'],
  people: ['certificates', 'correspondence'],
  privacy: ['people', 'statements'],
  reports: ['privacy'],
  imports: ['certificates'],
};

/** @param {keyof typeof serverModules} module @returns {string[]} */
const below = (module) => [
  ...new Set(
    serverModules[module].flatMap((lower) => [lower, ...below(/** @type {typeof module} */ (lower))]),
  ),
];

const names = /** @type {(keyof typeof serverModules)[]} */ (Object.keys(serverModules));

const everywhere = ['node:*', 'npm:*', 'contract/src/**'];

/** Open to every module: foreign keys go both ways, a query may join any table, routes name gates, and writes name actors. */
const openFiles = ['tables', 'states', 'gate', 'actors'].map((file) => `server/src/*/${file}.ts`);

/**
 * @typedef {object} Rule
 * @property {string[]} from
 * @property {string[]} [except]
 * @property {string[]} [only]
 * @property {string[]} [never]
 * @property {string} because
 */

/**
 * The data of events is only read to show people what happened. Checked by `npm run check` with the imports.
 *
 * @type {{ from: string[], except: string[], because: string }}
 */
export const eventData = {
  from: ['server/src/**/*.ts'],
  except: ['server/src/{audit,privacy}/**', 'server/src/reports/events-list.ts', '**/*.test.ts'],
  because:
    'Events say what happened, for people who ask; no fact of the business is read from them. Keep the fact in a table of its module (money in the ledger of money/), or ask audit/ whether an event was recorded.',
};

/**
 * Only the module that declares a table writes it, except for these files. Checked by `npm run check` with the imports.
 *
 * @type {{ table: string, files: string[], because: string }[]}
 */
export const writers = [
  {
    table: 'classes',
    files: ['server/src/enrolment/seats/{seats,imported-seats}.ts'],
    because: 'One statement takes seats: it counts them in the class and inserts the registrations.',
  },
];

/** @type {Rule[]} */
const betweenServerModules = names.map((module) => ({
  from: [`server/src/${module}/**`],
  except: ['**/*.test.ts'],
  only: [
    ...everywhere,
    ...(module === 'platform' ? [] : openFiles),
    ...[module, ...below(module)].map((open) => `server/src/${open}/**`),
  ],
  because:
    module === 'platform'
      ? 'platform could ship in another product: it knows no module. Hand in what it needs.'
      : `Imports run one way. ${module} may import ${below(module).join(', ')}, and of every module tables.ts, states.ts, gate.ts and actors.ts. Hand in what it needs, or move the rule to the lower of the two modules.`,
}));

/** @type {Rule[]} */
const closedFiles = names.map((module) => ({
  from: [`server/src/${module}/**`],
  except: ['**/*.test.ts'],
  never: names
    .filter((other) => other !== module && other !== 'platform')
    .flatMap((other) => ['routes', 'present', 'office/*'].map((file) => `server/src/${other}/**/${file}.ts`)),
  because:
    'Routes, presenters and the folder office/ belong to their module alone: use its operations, queries.ts, rules.ts and policy.ts.',
}));

/** @type {Rule[]} */
export const rules = [
  ...betweenServerModules,
  ...closedFiles,
  {
    from: ['server/src/*/**/{rules,states,policy}.ts'],
    only: [
      'npm:zod/mini',
      'contract/src/**',
      'server/src/*/**/{rules,states,policy,actors}.ts',
      'server/src/platform/{errors,steps}.ts',
    ],
    because: 'Rules, states and policies are pure, and so is all that they import: hand in what they judge.',
  },
  {
    from: ['contract/src/**'],
    except: ['**/*.test.ts'],
    only: ['npm:*', 'contract/src/**'],
    because:
      'The contract is what server and browser promise each other: it imports neither, and does no I/O.',
  },
  {
    from: ['contract/src/*.ts'],
    never: ['contract/src/office/**'],
    because: 'The trainee’s calls do not know the staff’s; what both need stands beside the trainee’s.',
  },
  {
    from: ['server/**'],
    never: ['web/**', 'office/**', 'kit/**'],
    because: 'The server knows of the browser only what the contract says.',
  },
  {
    from: ['server/src/**'],
    except: ['server/src/serve.ts', '**/*.test.ts'],
    never: ['server/demo/**'],
    because:
      'The demo data are loaded only when wanted: serve.ts imports them at that moment, nothing else does.',
  },
  {
    from: ['server/demo/**'],
    except: ['**/*.test.ts'],
    never: ['server/src/*/**/{routes,present}.ts', 'server/src/*/office/*.ts'],
    because: 'The demo data are made by the operations of the modules, as people would make them.',
  },
  {
    from: ['kit/src/ui/**'],
    except: ['**/*.test.ts'],
    only: ['npm:*', 'contract/src/**', 'kit/src/{ui,text}/**'],
    because: 'ui knows nothing of classes, people or calls: hand in what it shows.',
  },
  {
    from: ['kit/src/browser/**'],
    except: ['**/*.test.ts'],
    only: ['npm:*', 'contract/src/**', 'kit/src/{browser,text}/**'],
    because: 'The kit’s browser part knows no screen and nobody who is logged in.',
  },
  {
    from: ['{kit,web,office}/src/text/**'],
    only: ['contract/src/**', '{kit,web,office}/src/text/**'],
    because: 'Texts know nobody: they are handed numbers and names.',
  },
  {
    from: ['web/src/**'],
    never: ['web/server/**'],
    because: 'web/server stands in for what needs a browser: nothing of the application imports it.',
  },
  {
    from: ['web/**'],
    never: ['server/**', 'office/**'],
    because:
      'The trainee’s application knows the server by the contract, and the staff’s application not at all.',
  },
  {
    from: ['office/**'],
    never: ['server/**', 'web/**'],
    because:
      'The staff’s application knows the server by the contract, and the trainee’s application not at all.',
  },
  {
    from: ['verify/**'],
    except: ['verify/vite.config.ts'],
    never: ['server/**', 'web/**', 'office/**', 'npm:react*', 'npm:zod'],
    because: 'The page that checks certificates stays small: it stands on the contract alone.',
  },
  {
    from: ['{web,office}/src/platform/**'],
    except: ['**/*.test.ts'],
    only: ['npm:*', 'contract/src/**', 'kit/src/**', '{web,office}/src/{platform,text}/**'],
    because: 'platform knows no page: pages stand on it.',
  },
  {
    from: ['office/src/**'],
    except: ['office/src/platform/page.tsx', 'office/src/staff/sign-in/sign-in-card.tsx'],
    never: ['kit/src/browser/page-title.ts'],
    because: 'Page and LoadedPage of platform/page.tsx give every page of the office its title and heading.',
  },
  {
    from: ['office/src/**'],
    except: ['office/src/forms/**'],
    never: ['kit/src/browser/form-refusal.ts'],
    because: 'Forms of the office send by useSave of forms/use-save.ts, which shows refusals.',
  },
  {
    from: ['{web,office}/src/**'],
    except: ['{web,office}/src/{platform,**/api}/**', 'office/src/lists/list.ts', '**/*.test.{ts,tsx}'],
    never: ['web/src/platform/api.ts', 'office/src/platform/{call,download}.ts'],
    because:
      'One request, one file, in the folder api of its module: pages import what it exports, and know no call.',
  },
  {
    from: ['{web,office}/src/*/**'],
    except: ['{web,office}/src/{app,text}/**', '**/*.test.{ts,tsx}'],
    never: ['{web,office}/src/app/**'],
    because:
      'Pages do not know who assembles them: app → pages → platform → kit. Addresses stand in platform/paths.ts.',
  },
];
