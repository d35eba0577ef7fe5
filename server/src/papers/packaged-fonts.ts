import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (name: string, weight: string): string =>
  path.join(path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), weight);

/** The first design of certificates prints names in both. */
export const firstDesignFolders: readonly string[] = ['400Regular', '700Bold'].map((weight) =>
  folderOf('@expo-google-fonts/noto-serif-tc', weight),
);

export const packagedFolders: readonly string[] = [
  folderOf('@expo-google-fonts/noto-sans-tc', '400Regular'),
  folderOf('@expo-google-fonts/noto-sans-tc', '700Bold'),
  ...firstDesignFolders,
  folderOf('@expo-google-fonts/cactus-classical-serif', '400Regular'),
];
