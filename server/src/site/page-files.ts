import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { pages } from '@portal/contract/pages';
import * as z from 'zod/mini';

/* Which files of the build a page needs, so that its style is there at the first paint and its scripts come at once. */

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof Manifest>;

type PrivatePath = Extract<(typeof pages)[keyof typeof pages], { access: 'private' }>['path'];

const groups = 'src/groups/groups-page.tsx';

/** The files of `web/` that show a page, besides the frame. */
const privatePages: Readonly<Record<PrivatePath, readonly string[]>> = {
  '/UndoChange': ['src/accounts/undo-change-page.tsx'],
  '/Auth/Profile': ['src/accounts/profile-page.tsx'],
  '/Auth/PayRecord': ['src/enrolment/records-page.tsx'],
  '/Auth/TrainingRecord': ['src/training/records-page.tsx'],
  '/Auth/CertList': ['src/certificates/list-page.tsx'],
  '/Auth/PaidInfo/:code': ['src/payment/payment-report-page.tsx'],
  '/Auth/ReCert/:code': ['src/certificates/renewal-page.tsx'],
  '/Group': [groups],
  '/Group/MemberProfile': ['src/groups/member-profile-page.tsx'],
  '/Group/Member/:group': [groups, 'src/groups/member-view.tsx'],
  '/Group/Management/:group': [groups, 'src/groups/management-view.tsx'],
  '/Group/:group/:code': ['src/training/class-roster-page.tsx'],
  '/Class/Personal/:code': ['src/enrolment/confirm-page.tsx'],
  '/Class/Personal/:code/finish': ['src/enrolment/registration-info-page.tsx'],
  '/Class/Documents/:code': ['src/documents/documents-page.tsx'],
  '/Class/Group/:code': ['src/groups/group-enrolment-page.tsx'],
};

/** Sends the first calls of a page behind the login while its code is on the way. */
const FIRST_CALLS = 'src/app/first-calls.ts';

/** Returns the modules of a page that comes without contents. Public pages come with theirs and need none. */
export const privateModules = (path: string): readonly string[] =>
  path in privatePages ? [...privatePages[path as PrivatePath], FIRST_CALLS] : [];

interface PageFiles {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  return Manifest.parse(JSON.parse(text));
};

/**
 * All that the module imports, except what is known already, and then the module itself: the styles of a page replace those
 * of the parts that it is made of.
 */
const neededBy = (manifest: Manifest, module: string, known: ReadonlySet<string>): Set<string> => {
  const seen = new Set(known);
  const needed = new Set<string>();
  const need = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name]?.imports?.forEach(need);
    needed.add(name);
  };
  need(module);
  return needed;
};

/** The files that every page needs: the entry, and the steps that it imports one after another. */
const common = (manifest: Manifest): Set<string> => {
  const [entry] = Object.entries(manifest).filter(([, { isEntry }]) => isEntry);
  const steps = entry ? [entry[0], ...(entry[1].dynamicImports ?? [])] : [];
  return new Set(steps.flatMap((step) => [...neededBy(manifest, step, new Set())]));
};

/** The addresses of the files that modules need besides those of every page. */
export const filesOf = (manifest: Manifest, modules: readonly string[]): PageFiles => {
  const known = common(manifest);
  const names = new Set(modules.flatMap((module) => [...neededBy(manifest, module, known)]));
  const needed = [...names].flatMap((name) => manifest[name] ?? []);
  return {
    styles: [...new Set(needed.flatMap(({ css }) => css ?? []))].map((file) => `/${file}`),
    scripts: needed.map(({ file }) => `/${file}`),
  };
};
