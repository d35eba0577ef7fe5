import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PHOTO_SIZE } from '../../src/accounts/profile/photos.ts';
import { cleanPicture } from '../../src/platform/files/pictures.ts';
import { blockOtherReaders } from '../../src/platform/files/sharp.ts';

/* A program of its own: `node memory.ts FOLDER` cleans all files of the folder at once and prints by how many bytes it grew. */

const [folder = ''] = process.argv.slice(2);
const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
await blockOtherReaders();

// The peak that the system records is of no use: a process inherits that of the process that started it.
const before = process.memoryUsage.rss();
let peak = before;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
const watch = setInterval(look, 2);
// Refused pictures take memory too.
await Promise.allSettled(files.map((bytes) => cleanPicture(bytes, PHOTO_SIZE)));
clearInterval(watch);
look();
console.log(peak - before);
