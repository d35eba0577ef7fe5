/* Removes the APIs that the oldest supported browsers lack, so that their use fails here. */

const younger: readonly [owner: object, name: string][] = [
  [URL, 'parse'],
  [URLSearchParams.prototype, 'size'],
  [String.prototype, 'isWellFormed'],
];
for (const [owner, name] of younger) Reflect.deleteProperty(owner, name);
