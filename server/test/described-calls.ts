import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@portal/contract/endpoint';

const contract = path.resolve(import.meta.dirname, '../../contract/src');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'answer' in value && 'path' in value;

/** Every call that the modules of a folder of the contract describe. */
export const describedCalls = async (folder: '.' | 'office'): Promise<Endpoint[]> => {
  const files = readdirSync(path.join(contract, folder)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(path.join(contract, folder, file))),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
};

/** `GET /api/groups/:id` */
export const nameOf = ({ method, path: url }: Endpoint): string => `${method} ${url}`;
